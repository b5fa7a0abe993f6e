import { Progress, Row, Stack, Text } from "@wordloom/ui";
import type { Import } from "@wordloom/contract";
import { useText } from "../../text/use-text.ts";
import { DeleteImport } from "./delete-import.tsx";

/** An import at which the service is at work. */
export function MovingImport({ file }: { readonly file: Import }) {
  const { t, percent } = useText();
  const { state, progress } = file;
  const label = t(`imports.state_${state}`, { count: 0 });
  // How long it takes to take an import back is unknown.
  const share = state === "undoing" ? undefined : progress;
  return (
    <Stack space={2}>
      <Text>{label}</Text>
      <Progress
        label={label}
        value={share}
        {...(share !== undefined && { text: percent(share), showText: true })}
      />
      <Text tone="soft">{t("imports.may_leave")}</Text>
      {state !== "undoing" && (
        <Row>
          <DeleteImport file={file} />
        </Row>
      )}
    </Stack>
  );
}
