import {
  FileField,
  Notice,
  Section,
  Segmented,
  Stack,
  TextArea,
  type BoundField,
} from "@wordloom/ui";
import { useState } from "react";
import { useText } from "../../text/use-text.ts";
import { FaultList } from "./fault-list.tsx";
import { FlagsForm } from "./flags-form.tsx";
import { containerOf, faultsOf, payloadOf, textOf } from "./payload-text.ts";
import { SlotsForm } from "./slots-form.tsx";

interface EditorProps {
  readonly packId: string;
  readonly field: BoundField<string>;
  /** A chosen file replaces the text. */
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
}

/** The content of a version: in a form if its format is known, or as raw text. */
export function ContentEditor(props: EditorProps) {
  const { t } = useText();
  const { packId, field } = props;
  const container = containerOf(packId);
  const [way, setWay] = useState<"form" | "raw">("form");
  return (
    <Section heading={t("resource-packs.content")}>
      <Stack space={3}>
        {container !== undefined && (
          <Segmented
            label={t("resource-packs.content_way")}
            labelHidden
            value={way}
            onChange={setWay}
            options={[
              { value: "form", label: t("resource-packs.way_form") },
              { value: "raw", label: t("resource-packs.way_raw") },
            ]}
          />
        )}
        {container === undefined || way === "raw" ? (
          <RawContent {...props} />
        ) : (
          <FormContent packId={packId} field={field} />
        )}
        {container !== undefined && <FaultList faults={faultsOf(packId, field.value)} />}
      </Stack>
    </Section>
  );
}

function FormContent({ packId, field }: Pick<EditorProps, "packId" | "field">) {
  const { t } = useText();
  const payload = payloadOf(field.value);
  if (payload === undefined) return <Notice tone="slip">{t("resource-packs.no_json")}</Notice>;
  const Shown = containerOf(packId) === "app-config" ? FlagsForm : SlotsForm;
  return (
    <Shown
      payload={payload}
      faults={faultsOf(packId, field.value)}
      onChange={(changed) => field.onChange(textOf(changed))}
    />
  );
}

/** A file of an unknown format is sent unchanged; otherwise it is loaded into the editor. */
function RawContent({ packId, field, file, onFile }: EditorProps) {
  const { t, number } = useText();
  const isKnown = containerOf(packId) !== undefined;
  const choose = async ([chosen]: readonly File[]) => {
    if (chosen === undefined) return;
    if (isKnown) field.onChange(await chosen.text());
    else onFile(chosen);
  };
  const name = file === null ? undefined : `${file.name}, ${number(file.size)} B`;
  return (
    <Stack space={2}>
      <FileField
        label={t("resource-packs.file")}
        text={t("resource-packs.file_text")}
        chosen={name}
        onFiles={(files) => void choose(files)}
      />
      {file === null && (
        <TextArea label={t("resource-packs.raw")} rows={14} spellCheck={false} {...field} />
      )}
    </Stack>
  );
}
