import { Button, Dialog, Notice, TextArea, toast } from "@wordloom/ui";
import { createNote, updateNote } from "virtual:endpoints";
import { useState } from "react";
import { connection, refusalText } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import type { StudyWord } from "../../features/kit/study-word.ts";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";

/** The learner's own note about the word. */
export function NoteDialog({
  entry: { word, note },
  onClose,
}: {
  readonly entry: StudyWord;
  readonly onClose: () => void;
}) {
  const translator = useText();
  const { t } = translator;
  const [content, setContent] = useState(note?.content ?? "");
  const isOffline = useObservable(connection) !== "online";
  const options = {
    onDone: () => {
      toast({ text: t("study.did_note") });
      onClose();
    },
  };
  const create = useWrite(createNote, options);
  const update = useWrite(updateNote, options);
  const error = create.error ?? update.error;
  const save = () => {
    if (content.trim() === "") return;
    if (note === null) create.mutate({ body: { wordId: word.id, content } });
    else update.mutate({ params: { id: note.id }, body: { content } });
  };
  const actions = (
    <>
      <Button onClick={onClose}>{t("common.cancel")}</Button>
      <Button
        kind="primary"
        busy={create.isPending || update.isPending}
        disabled={isOffline || content.trim() === ""}
        onClick={save}
      >
        {t("common.save")}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={t("study.note_title")} actions={actions}>
      <TextArea label={word.text} value={content} onChange={setContent} maxLength={5_000} />
      {isOffline && <Notice>{t("study.note_offline")}</Notice>}
      {error !== null && <Notice tone="slip">{refusalText(error, translator)}</Notice>}
    </Dialog>
  );
}
