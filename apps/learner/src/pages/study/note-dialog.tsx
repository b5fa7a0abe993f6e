import { Button, Dialog, Notice, TextArea } from "@wordloom/ui";
import { createNote, updateNote } from "virtual:endpoints";
import { useState } from "react";
import { connection, refusalText } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import { onSaveKey, SAVE_KEY } from "../../features/keys/on-save-key.ts";
import { usePrintedKey } from "../../features/keys/use-printed-key.ts";
import type { StudyWord } from "../../features/kit/study-word.ts";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";

/** The learner's own note about the word. */
export function NoteDialog({
  entry: { word, note },
  onClose,
  onSaved,
}: {
  readonly entry: StudyWord;
  readonly onClose: () => void;
  /** @param said in a sentence */
  readonly onSaved: (said: string) => void;
}) {
  const translator = useText();
  const { t } = translator;
  const printedKey = usePrintedKey();
  const [content, setContent] = useState(note?.content ?? "");
  const isOffline = useObservable(connection) !== "online";
  const options = {
    onDone: () => {
      onSaved(t("study.did_note"));
      onClose();
    },
  };
  const create = useWrite(createNote, options);
  const update = useWrite(updateNote, options);
  const error = create.error ?? update.error;
  const isBusy = create.isPending || update.isPending;
  const canSave = !isOffline && !isBusy && content.trim() !== "";
  const save = () => {
    if (!canSave) return;
    if (note === null) create.mutate({ body: { wordId: word.id, content } });
    else update.mutate({ params: { id: note.id }, body: { content } });
  };
  const actions = (
    <>
      <Button onClick={onClose}>{t("common.cancel")}</Button>
      <Button
        kind="primary"
        busy={isBusy}
        disabled={isOffline || content.trim() === ""}
        keys={printedKey(SAVE_KEY)}
        onClick={save}
      >
        {t("common.save")}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={t("study.note_title")} actions={actions}>
      <TextArea
        label={word.text}
        value={content}
        onChange={setContent}
        onKeyDown={onSaveKey(save)}
        maxLength={5_000}
      />
      {isOffline && <Notice>{t("study.note_offline")}</Notice>}
      {error !== null && <Notice tone="slip">{refusalText(error, translator)}</Notice>}
    </Dialog>
  );
}
