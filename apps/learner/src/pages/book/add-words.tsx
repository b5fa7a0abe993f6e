import { Badge, Button, Row, Section, Stack, Table, Text, TextArea, toast } from "@wordloom/ui";
import type { WordListResult, WordListRow } from "@wordloom/contract";
import { addWordbookText } from "virtual:endpoints";
import { useState } from "react";
import { refusalText } from "@wordloom/web";
import { textAttributesOf } from "../../features/question/word-language.ts";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";

/** Adds a list as text: previews what happens to each line, then adds the words. */
export function AddWords({
  bookId,
  onAdded,
  onClose,
}: {
  readonly bookId: string;
  readonly onAdded: () => void;
  readonly onClose: () => void;
}) {
  const words = useText();
  const { t } = words;
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const [result, setResult] = useState<WordListResult>();
  const send = useWrite(addWordbookText);
  const run = (mode: "preview" | "add") => {
    setError(undefined);
    send.mutate(
      { params: { id: bookId }, body: { text, mode } },
      {
        onError: (fault) => setError(refusalText(fault, words)),
        onSuccess: (reply) => {
          if (mode === "preview") return setResult(reply);
          toast({ text: t("books.added", { count: reply.added }) });
          onAdded();
          onClose();
        },
      },
    );
  };
  return (
    <Section heading={t("books.add_words")} ruled>
      <Stack space={2}>
        <TextArea
          label={t("books.list_label")}
          hint={t("books.list_hint")}
          rows={6}
          autoFocus
          value={text}
          onChange={(next) => {
            setText(next);
            setResult(undefined);
          }}
          {...(error !== undefined && { error })}
        />
        {result !== undefined && <Outcomes result={result} />}
        <Row space={1}>
          {result === undefined ? (
            <Button
              kind="primary"
              disabled={text.trim() === ""}
              busy={send.isPending}
              onClick={() => run("preview")}
            >
              {t("books.check_list")}
            </Button>
          ) : (
            <Button
              kind="primary"
              disabled={result.added === 0}
              busy={send.isPending}
              onClick={() => run("add")}
            >
              {t("books.add_count", { count: result.added })}
            </Button>
          )}
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </Row>
      </Stack>
    </Section>
  );
}

const tones = {
  found: "firm",
  own: "firm",
  filled: "firm",
  unknown: "slip",
  duplicate: "plain",
  invalid: "slip",
} as const;

function Outcomes({ result }: { readonly result: WordListResult }) {
  const { t } = useText();
  return (
    <Stack space={1}>
      <Text role="status">
        {t("books.list_sum", {
          added: result.added,
          unknown: result.unknown + result.invalid,
          duplicates: result.duplicates,
        })}
        {result.withoutMeaning > 0 &&
          ` ${t("books.without_meaning", { count: result.withoutMeaning })}`}
      </Text>
      <Table<WordListRow>
        caption={t("books.list_outcomes")}
        captionHidden
        dense
        rows={result.rows}
        rowKey={({ line }) => String(line)}
        columns={[
          { key: "line", header: t("books.column_line"), align: "end", cell: (row) => row.line },
          {
            key: "text",
            header: t("books.column_word"),
            rowHeader: true,
            cell: (row) => <span {...textAttributesOf(row.text)}>{row.text}</span>,
          },
          {
            key: "meaning",
            header: t("books.column_meaning"),
            cell: (row) => (
              <span {...textAttributesOf(row.meaning ?? "")}>{row.meaning ?? "–"}</span>
            ),
          },
          {
            key: "outcome",
            header: t("books.column_outcome"),
            cell: (row) => (
              <Badge tone={tones[row.outcome]}>{t(`books.outcome_${row.outcome}`)}</Badge>
            ),
          },
        ]}
      />
    </Stack>
  );
}
