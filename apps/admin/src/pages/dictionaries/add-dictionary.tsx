import {
  Button,
  FileField,
  Notice,
  Progress,
  Row,
  Section,
  SelectField,
  Stack,
  Text,
} from "@wordloom/ui";
import type { Import } from "@wordloom/contract";
import { refusalText } from "@wordloom/web";
import { addDictionary } from "virtual:endpoints";
import { useState } from "react";
import { useAct } from "../../features/acts/use-act.ts";
import { Filters } from "../../features/filters/filters.tsx";
import { bytesText } from "../../features/units/bytes-text.ts";
import { ApiError } from "../../server-state/api.ts";
import { useText, type Translator } from "../../text/use-text.ts";
import { languageOptions } from "./language-options.ts";

/** The service waits as long for a large file on a slow line. */
const SEND_MAX_MS = 15 * 60_000;
/** Instead of a language: as the file says. */
const AS_STATED = "";

/** Sends a dictionary from the disk. */
export function AddDictionary({ onSent }: { readonly onSent: (job: Import) => void }) {
  const text = useText();
  const { t, number, locale } = text;
  const [file, setFile] = useState<File>();
  const [language, setLanguage] = useState(AS_STATED);
  const [meaningLanguage, setMeaningLanguage] = useState(AS_STATED);
  const [refusal, setRefusal] = useState<string>();
  const send = useAct(addDictionary, {
    showsRefusals: true,
    timeoutMs: SEND_MAX_MS,
    headers: () => ({ "content-type": "application/octet-stream" }),
    file: () => file ?? new Blob(),
    onDone: (job) => {
      setFile(undefined);
      onSent(job);
    },
  });
  const choices = [
    { value: AS_STATED, label: t("dictionaries.as_stated") },
    ...languageOptions(locale),
  ];
  const begin = async (name: string) => {
    setRefusal(undefined);
    const query = {
      name,
      ...(language !== AS_STATED && { language }),
      ...(meaningLanguage !== AS_STATED && { meaningLanguage }),
    };
    await send.send({ query }).catch((error: unknown) => setRefusal(reasonOf(error, text)));
  };
  return (
    <Section heading={t("dictionaries.add")}>
      <Stack space={3}>
        <Text tone="soft">{t("dictionaries.add_text")}</Text>
        <FileField
          label={t("dictionaries.file")}
          accept=".zip,.csv,.tsv,.txt"
          text={t("dictionaries.choose_file")}
          chosen={file?.name}
          disabled={send.busy}
          onFiles={([chosen]) => {
            setRefusal(undefined);
            setFile(chosen);
          }}
        />
        <Filters>
          <SelectField
            label={t("dictionaries.language")}
            value={language}
            options={choices}
            onChange={setLanguage}
          />
          <SelectField
            label={t("dictionaries.meaning_language")}
            value={meaningLanguage}
            options={choices}
            onChange={setMeaningLanguage}
          />
        </Filters>
        {refusal !== undefined && (
          <Notice tone="slip" announce>
            {refusal}
          </Notice>
        )}
        {send.busy && file !== undefined && (
          <Stack space={1}>
            <Text tone="soft">
              {t("dictionaries.sending", { name: file.name, size: bytesText(file.size, number) })}
            </Text>
            <Progress label={t("dictionaries.sending_label")} />
          </Stack>
        )}
        <Row>
          <Button
            kind="primary"
            disabled={file === undefined}
            busy={send.busy}
            onClick={() => file !== undefined && void begin(file.name)}
          >
            {t("dictionaries.send")}
          </Button>
        </Row>
      </Stack>
    </Section>
  );
}

/** What is wrong with a file is known to the service alone, in one language. */
function reasonOf(error: unknown, text: Translator): string {
  const isFile = error instanceof ApiError && error.code === "DICTIONARY_INVALID";
  return isFile
    ? text.t("dictionaries.job_failed", { reason: error.message })
    : refusalText(error, text);
}
