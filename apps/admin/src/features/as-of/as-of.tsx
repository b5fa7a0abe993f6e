import { Text } from "@wordloom/ui";
import { useText } from "../../text/use-text.ts";

interface AsOfProps {
  /** When the figures were computed: a timestamp, or Unix milliseconds. */
  readonly at: string | number;
}

/**
 * Says when figures were computed, because neighboring figures may have been computed at another
 * time.
 */
export function AsOf({ at }: AsOfProps) {
  const { t, date } = useText();
  const when = date(at, { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
  return (
    <Text tone="faint" size="small">
      {t("shell.as_of", { when })}
    </Text>
  );
}
