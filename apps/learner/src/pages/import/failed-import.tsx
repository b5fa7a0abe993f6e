import { Button, Notice, Row, Stack, Text } from "@wordloom/ui";
import type { Import } from "@wordloom/contract";
import { useText } from "../../text/use-text.ts";
import { DeleteImport } from "./delete-import.tsx";
import { adviceFor, detailFor } from "./import-failure.ts";
import { unfitKind } from "./import-problems.ts";

/** An import that failed: why, and what to do. */
export function FailedImport({ file }: { readonly file: Import }) {
  const { t, language } = useText();
  const detail = detailFor(file, language);
  return (
    <Stack space={3}>
      <Notice tone="slip" heading={t("imports.state_failed")}>
        <p>{useAdvice(file)}</p>
        {detail !== undefined && (
          <Text size="small" tone="soft" lang="en">
            {detail}
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
  const kind = error?.code === "IMPORT_UNREADABLE" ? unfitKind(name) : undefined;
  if (kind !== undefined) return t(`imports.unfit_${kind}`);
  const keys = adviceFor(error?.code ?? "INTERNAL") ?? ["imports.failed_text"];
  return sentences(keys.map((key) => t(key)));
}
