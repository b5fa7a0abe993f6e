import { Button, Empty } from "@wordloom/ui";
import { useText } from "../../text/use-text.ts";

export function NotFoundPage() {
  const { t } = useText();
  return (
    <Empty
      level={1}
      heading={t("shell.not_found")}
      action={<Button href="/">{t("shell.overview")}</Button>}
    />
  );
}
