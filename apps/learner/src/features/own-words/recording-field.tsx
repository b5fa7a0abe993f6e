import { Button, FileField, Row, Stack, type useForm } from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { useState } from "react";
import { sound } from "../../platform/browser-sound.ts";
import { sendRecording } from "../../server-state/own-files.ts";
import { useText } from "../../text/use-text.ts";
import { recordingOf } from "../sound/recording.ts";
import type { WordValues } from "./word-values.ts";

/** The recording of a word: chosen from the device and sent at once, heard, removed. */
export function RecordingField({
  form,
}: {
  readonly form: ReturnType<typeof useForm<WordValues>>;
}) {
  const text = useText();
  const { t } = text;
  const [error, setError] = useState<string>();
  const { audioUrl } = form.values;
  const recording = recordingOf({ audioUrl });
  const choose = async ([file]: readonly File[]) => {
    if (file === undefined) return;
    setError(undefined);
    try {
      form.set("audioUrl", (await sendRecording(file)).url);
    } catch (refusal) {
      setError(refusalText(refusal, text));
    }
  };
  const hear = () => {
    if (recording === undefined) return;
    const spoken = { text: audioUrl, language: undefined, recordings: [recording.load] };
    void sound.speak(spoken);
  };
  return (
    <Stack space={1}>
      <FileField
        label={t("own-words.recording")}
        text={t("own-words.recording_choose")}
        hint={t("own-words.recording_hint")}
        accept="audio/*"
        onFiles={(files) => void choose(files)}
        {...(error !== undefined && { error })}
      />
      {audioUrl !== "" && (
        <Row space={2}>
          {recording !== undefined && (
            <Button kind="plain" size="small" onClick={hear}>
              {t("own-words.recording_hear")}
            </Button>
          )}
          <Button kind="plain" size="small" onClick={() => form.set("audioUrl", "")}>
            {t("own-words.recording_remove")}
          </Button>
        </Row>
      )}
    </Stack>
  );
}
