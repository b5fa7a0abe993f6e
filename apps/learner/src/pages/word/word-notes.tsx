import { Button, Row, Section, Stack, Text, TextArea, toast } from "@wordloom/ui";
import type { WordNote } from "@wordloom/contract";
import { createNote, deleteNote, listNotes, updateNote } from "virtual:endpoints";
import { useState } from "react";
import { Loaded, refusalText } from "@wordloom/web";
import { onSaveKey, SAVE_KEY } from "../../features/keys/on-save-key.ts";
import { usePrintedKey } from "../../features/keys/use-printed-key.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./word-page.module.css";

const CHARACTERS_MAX = 5_000;

/** The learner's notes about a word. */
export function WordNotes({ wordId }: { readonly wordId: string }) {
  const { t } = useText();
  const notes = useRead(listNotes, { query: { wordId } });
  return (
    <Section heading={t("word.notes")} ruled>
      <Loaded of={notes} failed={t("shell.part_failed", { part: t("word.notes") })}>
        {(read) => <Notes wordId={wordId} list={Array.isArray(read) ? read : read.data} />}
      </Loaded>
    </Section>
  );
}

function Notes({ wordId, list }: { readonly wordId: string; readonly list: readonly WordNote[] }) {
  const text = useText();
  const { t } = text;
  const [open, setOpen] = useState<WordNote | "new">();
  const create = useWrite(createNote);
  const remove = useWrite(deleteNote);
  const onError = (error: Error) => toast({ text: refusalText(error, text), tone: "slip" });
  const erase = (note: WordNote) =>
    remove.mutate(
      { params: { id: note.id } },
      {
        onError,
        onSuccess: () =>
          toast({
            text: t("word.note_deleted"),
            action: {
              label: t("common.undo"),
              run: () => create.mutate({ body: { wordId, content: note.content } }, { onError }),
            },
          }),
      },
    );
  return (
    <Stack space={2}>
      {list.map((note) =>
        open !== "new" && open?.id === note.id ? (
          <NoteForm key={note.id} {...{ wordId, note }} onClose={() => setOpen(undefined)} />
        ) : (
          <div key={note.id}>
            <Text dir="auto" className={styles.note}>
              {note.content}
            </Text>
            <Row space={1}>
              <Button kind="plain" size="small" onClick={() => setOpen(note)}>
                {t("word.note_edit")}
              </Button>
              <Button kind="plain" size="small" onClick={() => erase(note)}>
                {t("word.note_delete")}
              </Button>
            </Row>
          </div>
        ),
      )}
      {open === "new" ? (
        <NoteForm wordId={wordId} onClose={() => setOpen(undefined)} />
      ) : (
        <div>
          <Button size="small" onClick={() => setOpen("new")}>
            {t("word.note_new")}
          </Button>
        </div>
      )}
    </Stack>
  );
}

function NoteForm({
  wordId,
  note,
  onClose,
}: {
  readonly wordId: string;
  readonly note?: WordNote;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { t } = text;
  const printedKey = usePrintedKey();
  const [content, setContent] = useState(note?.content ?? "");
  const [error, setError] = useState<string>();
  const create = useWrite(createNote);
  const update = useWrite(updateNote);
  const then = {
    onSuccess: onClose,
    onError: (fault: Error) => setError(refusalText(fault, text)),
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (note === undefined) create.mutate({ body: { wordId, content } }, then);
        else update.mutate({ params: { id: note.id }, body: { content } }, then);
      }}
    >
      <Stack space={1}>
        <TextArea
          label={t("word.note_label")}
          labelHidden
          autoFocus
          value={content}
          onChange={setContent}
          onKeyDown={onSaveKey(({ form }) => form?.requestSubmit())}
          maxLength={CHARACTERS_MAX}
          {...(error !== undefined && { error })}
        />
        <Row space={1}>
          <Button
            kind="primary"
            size="small"
            type="submit"
            busy={create.isPending || update.isPending}
            keys={printedKey(SAVE_KEY)}
          >
            {t("common.save")}
          </Button>
          <Button size="small" onClick={onClose}>
            {t("common.cancel")}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
