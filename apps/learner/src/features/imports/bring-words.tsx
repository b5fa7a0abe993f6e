import { Button, Dialog, FileField, Progress, Row, Stack, Text, TextArea } from "@wordloom/ui";
import type { Wordbook } from "@wordloom/contract";
import { useEffect, useEffectEvent, useState } from "react";
import { hasKeyboard } from "../keys/has-keyboard.ts";
import { PasteList } from "./paste-list.tsx";
import { fileOfText } from "./pasted-text.ts";
import { useSendFile } from "./use-send-file.ts";
import { useText } from "../../text/use-text.ts";

/** Brings words as a file or as text: into a book, or into one that is chosen later. */
export function BringWords({
  book,
  file,
  onAdded = () => {},
  onClose,
}: {
  readonly book?: Wordbook;
  /** A file that was dropped on the page. */
  readonly file?: File | undefined;
  /** Pasted words were added to `book`. */
  readonly onAdded?: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useText();
  const sending = useSendFile(book?.id);
  const sendDropped = useEffectEvent(() => {
    if (file !== undefined) sending.send(file);
  });
  useEffect(() => sendDropped(), []);
  const sendText = (text: string) =>
    sending.send(fileOfText(text, book?.name ?? t("imports.pasted_name")));
  const isSending = sending.share !== undefined;
  return (
    <Dialog open wide onClose={onClose} title={t("imports.bring")}>
      <Stack space={3}>
        {isSending ? <SendingFile sending={sending} /> : <ChooseFile sending={sending} />}
        {/* Stays while a file is sent, so that the text is there if the file is refused. */}
        <div hidden={isSending}>
          {book === undefined ? (
            <PasteText onText={sendText} />
          ) : (
            <PasteList book={book} onAdded={onAdded} onClose={onClose} onLongText={sendText} />
          )}
        </div>
      </Stack>
    </Dialog>
  );
}

interface Sending {
  readonly sending: ReturnType<typeof useSendFile>;
}

function ChooseFile({ sending: { file, refusal, isFull, send } }: Sending) {
  const { t } = useText();
  return (
    <Stack space={1}>
      <FileField
        label={t("imports.file")}
        hint={t("imports.file_hint")}
        text={t(hasKeyboard() ? "imports.choose_or_drop" : "imports.choose")}
        chosen={file?.name}
        error={refusal}
        onFiles={([chosen]) => {
          if (chosen !== undefined) send(chosen);
        }}
      />
      {file !== undefined && refusal !== undefined && (
        <Row space={1}>
          <Button size="small" onClick={() => send(file)}>
            {t("common.retry")}
          </Button>
          {isFull && (
            <Button size="small" kind="plain" href="/books">
              {t("imports.show_all")}
            </Button>
          )}
        </Row>
      )}
    </Stack>
  );
}

function SendingFile({ sending: { file, share, stop } }: Sending) {
  const { t, percent } = useText();
  return (
    <Stack space={2}>
      <Text role="status">{t("imports.sending", { file: file?.name ?? "" })}</Text>
      <Progress
        label={t("imports.sending", { file: file?.name ?? "" })}
        value={share}
        text={percent(share ?? 0)}
        showText
      />
      <Row>
        <Button onClick={stop}>{t("common.cancel")}</Button>
      </Row>
    </Stack>
  );
}

/** A text without a book: its import asks where the words go. */
function PasteText({ onText }: { readonly onText: (text: string) => void }) {
  const { t } = useText();
  const [text, setText] = useState("");
  return (
    <Stack space={2}>
      <TextArea
        label={t("imports.paste")}
        hint={t("books.list_hint")}
        rows={6}
        value={text}
        onChange={setText}
      />
      <Row>
        <Button kind="primary" disabled={text.trim() === ""} onClick={() => onText(text)}>
          {t("books.check_list")}
        </Button>
      </Row>
    </Stack>
  );
}
