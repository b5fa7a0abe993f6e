import { Row, SelectField } from "@wordloom/ui";
import { useText } from "../../text/use-text.ts";
import { useAddress } from "../address/use-address.ts";

/**
 * The number of weeks that a report of cohorts covers, which is in the address.
 * @param spans  the choices; the first is the default
 * @returns the number, and the function that changes it
 */
export function useWeeks(spans: readonly [number, ...number[]]) {
  const [{ weeks: asked }, change] = useAddress({ weeks: String(spans[0]) });
  const weeks = spans.find((span) => String(span) === asked) ?? spans[0];
  return [weeks, (next: string) => change({ weeks: next })] as const;
}

interface WeeksFieldProps {
  readonly label: string;
  readonly spans: readonly number[];
  readonly weeks: number;
  readonly onChange: (weeks: string) => void;
}

/** Chooses the number of weeks that a report of cohorts covers. */
export function WeeksField({ label, spans, weeks, onChange }: WeeksFieldProps) {
  const { t } = useText();
  return (
    <Row>
      <SelectField
        label={label}
        value={String(weeks)}
        options={spans.map((count) => ({
          value: String(count),
          label: t("app-events.weeks", { count }),
        }))}
        onChange={onChange}
      />
    </Row>
  );
}
