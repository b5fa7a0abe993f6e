import {
  Button,
  Dialog,
  Form,
  FormActions,
  SkeletonText,
  Text,
  TextField,
  toast,
  useForm,
} from "@wordloom/ui";
import type { WordPublic } from "@wordloom/contract";
import { deleteOwnWord, readOwnWord } from "virtual:endpoints";
import { useState } from "react";
import { refusalText } from "@wordloom/web";
import { editedFields, type WordEdit } from "../outbox/outbox-entry.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";
import { deleteWord, type Deletion } from "./delete-word.ts";
import { keepEdit, showEdit, type ShowInSession } from "./keep-edit.ts";
import { useWaitingEdits } from "./use-waiting-edits.ts";
import { MeaningField, MoreFields, useWordCheck } from "./word-fields.tsx";
import { editOf, valuesOf } from "./word-values.ts";

interface EditProps {
  readonly word: WordPublic;
  readonly onClose: () => void;
  /** While studying: shows the edit in the session on the screen. */
  readonly showInSession?: ShowInSession | undefined;
  /** A word of the learner's own can be deleted where this is given. */
  readonly onDeleted?: (() => void) | undefined;
}

/** Changes a word of the learner's own, or makes their version of a library word. */
export function EditWord(props: EditProps) {
  const { t } = useText();
  const { word, onClose } = props;
  const withEdits = useWaitingEdits();
  // The page behind may have read it, too; this reads it again, once.
  const read = useRead(readOwnWord, { params: { id: word.id } }, { staleTime: 0 });
  // What was read before may precede the latest edit. Without the service the word is edited as
  // this browser knows it.
  const isComing =
    !read.isFetchedAfterMount && read.fetchStatus === "fetching" && read.failureCount === 0;
  return (
    <Dialog open onClose={onClose} title={t("own-words.edit_title", { word: word.text })}>
      {isComing ? (
        <SkeletonText lines={4} />
      ) : (
        <Fields
          {...props}
          word={withEdits(read.data?.word ?? word)}
          library={read.data?.library ?? null}
        />
      )}
    </Dialog>
  );
}

function Fields({
  word: shown,
  library,
  onClose,
  showInSession,
  onDeleted,
}: EditProps & { readonly library: WordPublic | null }) {
  const text = useText();
  const { t } = text;
  // What the learner typed is compared with what the fields began with.
  const [word] = useState(shown);
  // Words that an earlier service sent have no owner.
  const isOwn = (word.ownerId ?? null) !== null;
  const form = useForm({
    initial: valuesOf(word),
    check: useWordCheck(),
    submit: async (values) => {
      const edit = editOf(word, values, isOwn ? null : library);
      if (edit === undefined) return onClose();
      const isSent = await keepEdit(word.id, edit, showInSession);
      toast({ text: t(isSent ? "own-words.saved" : "own-words.waiting"), key: "own-word" });
      onClose();
    },
    refused: (error) => ({ form: refusalText(error, text) }),
  });
  const beside = library === null ? undefined : valuesOf(library);
  return (
    <Form form={form}>
      <Text tone="soft" size="small">
        {t("own-words.only_you")}
      </Text>
      {isOwn && <TextField label={t("own-words.text")} maxLength={200} {...form.field("text")} />}
      <MeaningField form={form} library={beside} />
      <MoreFields form={form} library={beside} withLanguages={isOwn} />
      <FormActions>
        <Button kind="primary" type="submit" busy={form.busy}>
          {t("common.save")}
        </Button>
        {isOwn && onDeleted !== undefined && <Delete word={word} onDeleted={onDeleted} />}
        {!isOwn && library !== null && (word.ownFields ?? []).length > 0 && (
          <LibraryAgain {...{ word, library, showInSession, onClose }} />
        )}
      </FormActions>
    </Form>
  );
}

function LibraryAgain({
  word,
  library,
  showInSession,
  onClose,
}: Pick<EditProps, "word" | "showInSession" | "onClose"> & { readonly library: WordPublic }) {
  const text = useText();
  const drop = useWrite(deleteOwnWord, {
    onDone: () => showEdit(word.id, shownOf(library), showInSession),
  });
  const again = () =>
    drop.mutate(
      { params: { id: word.id } },
      {
        onError: (error) => toast({ text: refusalText(error, text), tone: "slip" }),
        onSuccess: () => {
          toast({ text: text.t("own-words.is_library"), key: "own-word" });
          onClose();
        },
      },
    );
  return (
    <Button busy={drop.isPending} onClick={again}>
      {text.t("own-words.library_again")}
    </Button>
  );
}

function shownOf(library: WordPublic): WordEdit["shown"] {
  return Object.fromEntries(editedFields.map((name) => [name, library[name]]));
}

function Delete({ word, onDeleted }: { word: WordPublic; onDeleted: () => void }) {
  const text = useText();
  const { t } = text;
  const [busy, setBusy] = useState(false);
  const undo = async (deletion: Deletion) => {
    const isBack = await deletion.undo();
    const said = isBack ? "own-words.delete_undone" : "own-words.delete_late";
    toast({ text: t(said, { word: word.text }), key: "own-word" });
  };
  const remove = async () => {
    setBusy(true);
    try {
      const deletion = await deleteWord(word.id);
      const action = { label: t("common.undo"), run: () => void undo(deletion) };
      const said = t("own-words.deleted", { word: word.text });
      const hide = toast({ text: said, key: "own-word", action });
      deletion.onLate(hide);
      onDeleted();
    } catch (error) {
      toast({ text: refusalText(error, text), tone: "slip" });
      setBusy(false);
    }
  };
  return (
    <Button kind="danger" busy={busy} onClick={() => void remove()}>
      {t("own-words.delete")}
    </Button>
  );
}
