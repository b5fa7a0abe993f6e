import { Button, Dialog, Form, FormActions, Text, TextArea, toast, useForm } from "@wordloom/ui";
import type { WordPublic } from "@wordloom/contract";
import { sendFeedback } from "virtual:endpoints";
import { useState } from "react";
import { refusalText } from "@wordloom/web";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";

/** "Is this wrong?": the learner corrects the word for themselves, or reports it. */
export function WrongWord({
  word,
  onCorrect,
  onClose,
}: {
  readonly word: Pick<WordPublic, "id" | "text" | "meaning">;
  readonly onCorrect: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useText();
  const [reports, setReports] = useState(false);
  if (reports) return <Report word={word} onClose={onClose} />;
  const actions = (
    <>
      <Button onClick={() => setReports(true)}>{t("own-words.report")}</Button>
      <Button kind="primary" onClick={onCorrect}>
        {t("own-words.correct")}
      </Button>
    </>
  );
  const title = t("own-words.wrong_title", { word: word.text });
  return (
    <Dialog open onClose={onClose} title={title} actions={actions}>
      <Text>{t("own-words.wrong_text")}</Text>
    </Dialog>
  );
}

/** Leaves room for the word within the service's limit. */
const LENGTH_MAX = 2_000;

function Report({
  word: { id, text: word, meaning },
  onClose,
}: {
  readonly word: Pick<WordPublic, "id" | "text" | "meaning">;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { t } = text;
  const send = useWrite(sendFeedback);
  const form = useForm({
    initial: { remark: "" },
    check: ({ remark }) => ({
      remark: remark.trim() === "" ? t("own-words.report_missing") : undefined,
    }),
    submit: async ({ remark }) => {
      const content = `${word} – ${meaning} (${id})\n${remark.trim()}`;
      await send.mutateAsync({ body: { content, category: "word", route: `/words/${id}` } });
      toast({ text: t("own-words.report_sent"), key: "own-word" });
      onClose();
    },
    refused: (error) => ({ form: refusalText(error, text) }),
  });
  return (
    <Dialog open onClose={onClose} title={t("own-words.report_title", { word })}>
      <Form form={form}>
        <TextArea
          label={t("own-words.report_label")}
          maxLength={LENGTH_MAX}
          {...form.field("remark")}
        />
        <FormActions>
          <Button kind="primary" type="submit" busy={form.busy}>
            {t("own-words.report_send")}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
