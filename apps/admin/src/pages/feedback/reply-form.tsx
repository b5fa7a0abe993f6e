import { Button, Form, FormActions, isComposing, Text, TextArea, useForm } from "@wordloom/ui";
import type { AdminFeedbackItem } from "@wordloom/contract";
import { refusalText, useKeys } from "@wordloom/web";
import { replyToFeedback } from "virtual:endpoints";
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { useAct } from "../../features/acts/use-act.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./feedback.module.css";
import { useReplyDraft } from "./reply-drafts.ts";

/** The service's limit in characters. */
const LENGTH_MAX = 5_000;

interface ReplyProps {
  /** Id of the message. */
  readonly id: string;
  /** The message once it is there. */
  readonly item: AdminFeedbackItem | undefined;
  /** Has the focus from the start. */
  readonly focused: boolean;
  /** Resolves the message as well; undefined if it is already resolved. */
  readonly onResolve: (() => void) | undefined;
  readonly resolving: boolean;
}

/** Writes to the learner, who receives a notification. */
export function ReplyForm({ id, item, focused, onResolve, resolving }: ReplyProps) {
  const text = useText();
  const { t } = text;
  const field = useRef<HTMLTextAreaElement>(null);
  const resolves = useRef(false);
  const [draft, keepDraft] = useReplyDraft(id);
  const act = useAct(replyToFeedback, {
    showsRefusals: true,
    done: () => t("feedback.replied"),
  });
  const form = useForm({
    initial: { body: draft },
    check: ({ body }) => ({ body: body.trim() === "" ? t("account.needed") : undefined }),
    submit: async (body) => {
      await act.send({ params: { id }, body });
      keepDraft("");
      form.reset({ body: "" });
      if (resolves.current) onResolve?.();
    },
    refused: (error) => ({ fields: { body: refusalText(error, text) } }),
  });
  const keep = useEffectEvent(keepDraft);
  useEffect(() => keep(form.values.body), [form.values.body]);
  useLayoutEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  useKeys({ r: () => field.current?.focus(), Escape: () => field.current?.blur() });
  return (
    <Form
      form={form}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        if (isComposing(event.nativeEvent)) return;
        resolves.current = false;
        event.currentTarget.requestSubmit();
      }}
    >
      <TextArea
        ref={field}
        label={t("feedback.reply")}
        hint={t("feedback.reply_hint", { name: item?.userName ?? t("feedback.learner") })}
        rows={3}
        maxLength={LENGTH_MAX}
        {...form.field("body")}
      />
      <FormActions>
        <Button
          kind="primary"
          type="submit"
          keys="R"
          busy={form.busy}
          onClick={() => (resolves.current = false)}
        >
          {t("feedback.send")}
        </Button>
        {onResolve !== undefined && (
          <>
            <Button type="submit" disabled={form.busy} onClick={() => (resolves.current = true)}>
              {t("feedback.send_resolve")}
            </Button>
            <Button keys="E" busy={resolving} onClick={onResolve}>
              {t("feedback.resolve")}
            </Button>
          </>
        )}
      </FormActions>
      <Text tone="faint" size="small" className={styles.keys}>
        {t("feedback.keys")}
      </Text>
    </Form>
  );
}
