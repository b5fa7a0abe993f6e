import { Button, Notice, Row, Stack, Text } from "@wordloom/ui";
import type { Import } from "@wordloom/contract";
import { useText } from "../../text/use-text.ts";
import { DeleteImport } from "./delete-import.tsx";
import { unfitKind } from "./import-problems.ts";

/** Kinds of files for which the advice says everything. */
const PLAIN: readonly (string | undefined)[] = ["document", "sheet", "media"];

/** An import that failed: why, and what to do. */
export function FailedImport({ file }: { readonly file: Import }) {
  const { t } = useText();
  const { error, name } = file;
  const kind = unfitKind(name);
  const isUnreadable = error?.code === "IMPORT_UNREADABLE";
  return (
    <Stack space={3}>
      <Notice tone="slip" heading={t("imports.state_failed")}>
        <p>{useAdvice(file)}</p>
        {isUnreadable && !PLAIN.includes(kind) && (
          <Text size="small" tone="soft" lang="en">
            {error.message}
          </Text>
        )}
      </Notice>
      <Row space={1}>
        <Button kind="primary" href="/books?bring">
          {t("imports.bring_other")}
        </Button>
        <DeleteImport file={file} />
      </Row>
    </Stack>
  );
}

function useAdvice({ error, name }: Import): string {
  const { t, sentences } = useText();
  const kind = unfitKind(name);
  switch (error?.code) {
    case "IMPORT_UNREADABLE":
      return t(kind === undefined ? "imports.unreadable" : `imports.unfit_${kind}`);
    case "OWN_WORDS_LIMIT":
      return sentences([t("errors.OWN_WORDS_LIMIT"), t("imports.make_room")]);
    case "WORDBOOK_LIMIT":
      return t("errors.WORDBOOK_LIMIT");
    default:
      return t("imports.failed_text");
  }
}
