import { Button, Empty } from "@wordloom/ui";
import { useText } from "../../text/use-text.ts";

/** For addresses without a screen. */
export function NotFoundPage() {
  const { t } = useText();
  return (
    <Empty
      level={1}
      heading={t("shell.not_found")}
      text={t("shell.not_found_text")}
      action={<Button href="/">{t("shell.to_today")}</Button>}
    />
  );
}
