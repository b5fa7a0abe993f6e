import { Button, Notice, Row, Stack, Text } from "@wordloom/ui";
import type { Import } from "@wordloom/contract";
import { useText } from "../../text/use-text.ts";
import { DeleteImport } from "./delete-import.tsx";
import { detailFor, sentencesFor } from "./import-failure.ts";

/** An import that failed: why, and what to do. */
export function FailedImport({ file }: { readonly file: Import }) {
  const { t, language, sentences } = useText();
  const detail = detailFor(file, language);
  return (
    <Stack space={3}>
      <Notice tone="slip" heading={t("imports.state_failed")}>
        <p>{sentences(sentencesFor(file).map((key) => t(key)))}</p>
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
