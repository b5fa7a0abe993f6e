import { Button, Row, Stack, TextArea, toast } from "@wordloom/ui";
import type { Wordbook } from "@wordloom/contract";
import { addWordbookText } from "virtual:endpoints";
import { useState } from "react";
import { refusalText } from "@wordloom/web";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";
import { countsOf, judgedList, partsOf, type JudgedList } from "./judged-list.ts";
import { LanguageFields, type Languages } from "./language-fields.tsx";
import { ListPreview } from "./list-preview.tsx";
import { isLongText } from "./pasted-text.ts";
import { useDeciding } from "./use-deciding.ts";

/** Adds a list as text: previews what happens to each line, then adds the words. */
export function PasteList({
  book,
  onAdded,
  onClose,
  onLongText,
}: {
  readonly book: Wordbook;
  readonly onAdded: () => void;
  readonly onClose: () => void;
  /** The text is too long for a list. */
  readonly onLongText: (text: string) => void;
}) {
  const words = useText();
  const { t } = words;
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const [list, setList] = useState<JudgedList>();
  const [languages, setLanguages] = useState<Languages>({
    language: book.language ?? "en",
    meaningLanguage: book.meaningLanguage ?? words.language,
  });
  const deciding = useDeciding();
  const send = useWrite(addWordbookText);
  const { added } = countsOf(list?.lines ?? [], deciding.choiceOf, deciding.keepUnknown);
  const call = (part: { text: string; onDuplicate: "own" | "link" }, mode: "preview" | "add") => {
    const { keepUnknown } = deciding;
    const body = { ...part, ...languages, mode, ...(mode === "add" && { keepUnknown }) };
    return send.mutateAsync({ params: { id: book.id }, body });
  };
  const run = async (work: () => Promise<void>) => {
    setError(undefined);
    await work().catch((fault: unknown) => setError(refusalText(fault, words)));
  };
  const preview = async () => {
    if (isLongText(text)) {
      onLongText(text);
      return;
    }
    const own = await call({ text, onDuplicate: "own" }, "preview");
    setList(judgedList(own, await call({ text, onDuplicate: "link" }, "preview")));
    deciding.reset();
  };
  const add = async () => {
    let count = 0;
    for (const part of partsOf(text, list?.lines ?? [], deciding.choiceOf)) {
      count += (await call(part, "add")).added;
    }
    toast({ text: t("books.added", { count }) });
    onAdded();
    onClose();
  };
  return (
    <Stack space={2}>
      <TextArea
        label={t("imports.paste")}
        hint={t("books.list_hint")}
        rows={6}
        autoFocus
        value={text}
        onChange={(next) => {
          setText(next);
          setList(undefined);
        }}
        {...(error !== undefined && { error })}
      />
      <LanguageFields
        value={languages}
        onChange={(next) => {
          setLanguages(next);
          setList(undefined);
        }}
      />
      {list !== undefined && <ListPreview list={list} deciding={deciding} />}
      <Row space={1}>
        {list === undefined ? (
          <Button
            kind="primary"
            disabled={text.trim() === ""}
            busy={send.isPending}
            onClick={() => void run(preview)}
          >
            {t("books.check_list")}
          </Button>
        ) : (
          <Button
            kind="primary"
            disabled={added === 0}
            busy={send.isPending}
            onClick={() => void run(add)}
          >
            {t("books.add_count", { count: added })}
          </Button>
        )}
        <Button onClick={onClose}>{t("common.cancel")}</Button>
      </Row>
    </Stack>
  );
}
