import {
  Button,
  List,
  ListRow,
  Notice,
  Row,
  SelectField,
  Stack,
  Text,
  TextField,
} from "@wordloom/ui";
import type { SpeechEngines } from "@wordloom/contract";
import type { CallOutput } from "@wordloom/contract/client";
import { languageChoices, languageName } from "@wordloom/language";
import { Loaded } from "@wordloom/web";
import { readSpeechEngines, testSpeech } from "virtual:endpoints";
import { useState } from "react";
import { useAct } from "../../features/acts/use-act.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** An engine has twenty seconds, and may have to wait for others. */
const TEST_TIMEOUT_MS = 60_000;

/** The engines that speak, and a test that lets the operator hear them. */
export function VoiceTest() {
  const { t } = useText();
  const engines = useRead(readSpeechEngines);
  return (
    <Stack space={2}>
      <Loaded of={engines} failed={t("settings.speech_failed")}>
        {(data) => <Engines engines={data.engines} />}
      </Loaded>
      <Test />
    </Stack>
  );
}

function Engines({ engines }: Pick<SpeechEngines, "engines">) {
  const { t, language: reader } = useText();
  if (engines.length === 0) return <Text tone="soft">{t("settings.speech_none")}</Text>;
  return (
    <List aria-label={t("settings.speech")}>
      {engines.map(({ engine, languages, others, resting }) => {
        const names = languages.map((tag) => languageName(tag, reader));
        const all = others ? [...names, t("settings.speech_others")] : names;
        return (
          <ListRow key={engine} detail={all.join(t("settings.speech_comma"))}>
            {t(`settings.speech_${engine}`)}
            {resting && ` (${t("settings.speech_resting")})`}
          </ListRow>
        );
      })}
    </List>
  );
}

function Test() {
  const { t, number, language: reader } = useText();
  const [language, setLanguage] = useState("en");
  const [text, setText] = useState("");
  const [result, setResult] = useState<CallOutput<typeof testSpeech>>();
  const test = useAct(testSpeech, {
    timeoutMs: TEST_TIMEOUT_MS,
    onDone(reply) {
      setResult(reply);
      if (reply.audio !== null) void play(reply.audio, reply.type ?? "audio/mpeg");
    },
  });
  const choices = languageChoices(reader).map(({ tag, name }) => ({ value: tag, label: name }));
  const trimmed = text.trim();
  const body = { language, ...(trimmed !== "" && { text: trimmed }) };
  return (
    <Stack space={1}>
      <SelectField
        label={t("settings.speech_language")}
        value={language}
        options={choices}
        onChange={setLanguage}
      />
      <TextField
        label={t("settings.speech_sentence")}
        maxLength={200}
        value={text}
        onChange={setText}
      />
      <Row>
        <Button busy={test.busy} onClick={() => test.run({ body })}>
          {t("settings.speech_test")}
        </Button>
      </Row>
      {result !== undefined && (
        <Notice tone={result.ok ? "firm" : "slip"} announce>
          {result.ok && result.engine !== null
            ? t("settings.speech_spoke", {
                engine: t(`settings.speech_${result.engine}`),
                voice: result.voice ?? "",
                ms: number(result.latencyMs),
              })
            : t("settings.speech_silent", { error: result.error ?? "" })}
        </Notice>
      )}
    </Stack>
  );
}

async function play(base64: string, type: string): Promise<void> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  const audio = new Audio(address);
  audio.onended = () => URL.revokeObjectURL(address);
  // The browser may refuse sound; the sentence below the button tells how the test went.
  await audio.play().catch(() => undefined);
}
