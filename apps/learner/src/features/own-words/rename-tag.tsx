import { Button, Dialog, Form, FormActions, TextField, toast, useForm } from "@wordloom/ui";
import { renameOwnTag } from "virtual:endpoints";
import { refusalText } from "@wordloom/web";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";

/** The service's limit for a tag, characters. */
const TAG_MAX = 64;

/** Renames a tag in all words of the learner's, or removes it from them. */
export function RenameTag({
  tag,
  onClose,
  onRenamed,
}: {
  readonly tag: string;
  readonly onClose: () => void;
  /** Called with the new name; undefined when the tag is gone. */
  readonly onRenamed: (tag: string | undefined) => void;
}) {
  const text = useText();
  const { t } = text;
  const write = useWrite(renameOwnTag);
  const rename = async (to: string | null) => {
    const { changed } = await write.mutateAsync({ body: { tag, to } });
    const said = to === null ? "own-words.tag_removed" : "own-words.tag_renamed";
    toast({ text: t(said, { count: changed }), key: "own-tag" });
    onClose();
    onRenamed(to ?? undefined);
  };
  const remove = () =>
    rename(null).catch((error: unknown) => toast({ text: refusalText(error, text), tone: "slip" }));
  const form = useForm({
    initial: { name: tag },
    check: ({ name }) => ({ name: name.trim() === "" ? t("own-words.tag_missing") : undefined }),
    submit: ({ name }) => rename(name.trim()),
    refused: (error) => ({ form: refusalText(error, text) }),
  });
  return (
    <Dialog open onClose={onClose} title={t("own-words.tag_rename")}>
      <Form form={form}>
        <TextField label={t("own-words.tag")} maxLength={TAG_MAX} {...form.field("name")} />
        <FormActions>
          <Button kind="primary" type="submit" busy={form.busy}>
            {t("common.save")}
          </Button>
          <Button kind="danger" busy={write.isPending} onClick={() => void remove()}>
            {t("own-words.tag_remove")}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
