import { Button, FileField, List, ListRow, Notice, Row, Section, Stack, Text } from "@wordloom/ui";
import type { UploadPreview } from "@wordloom/contract";
import { uploadSystemBook } from "virtual:endpoints";
import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import { useAct } from "../../features/acts/use-act.ts";
import { sentenceText } from "../../features/sentences/sentence-text.ts";
import { useText } from "../../text/use-text.ts";
import { CenterWords } from "./center-words.tsx";
import { importedText } from "./imported-text.ts";
import { IMPORT_TIMEOUT_MS } from "./import-timeout.ts";

/** A book file from the disk: the service reads it for a preview, then stores it. */
export function BookUpload() {
  const { t } = useText();
  const [file, setFile] = useState<File>();
  return (
    <Stack space={3}>
      <Text tone="soft">{t("wordbooks.upload_text")}</Text>
      <FileField
        label={t("wordbooks.file")}
        accept="application/json,.json"
        text={t("wordbooks.choose_file")}
        chosen={file?.name}
        onFiles={([chosen]) => setFile(chosen)}
      />
      {file !== undefined && (
        <ChosenFile key={`${file.name} ${file.size} ${file.lastModified}`} file={file} />
      )}
    </Stack>
  );
}

function ChosenFile({ file }: { readonly file: File }) {
  const { t } = useText();
  const [, navigate] = useLocation();
  const [preview, setPreview] = useState<UploadPreview>();
  const shared = {
    file: () => file,
    showsRefusals: true,
    timeoutMs: IMPORT_TIMEOUT_MS,
    headers: () => ({ "content-type": "application/json" }),
  } as const;
  const look = useAct(uploadSystemBook, {
    ...shared,
    onDone: (reply) => setPreview("preview" in reply ? reply : undefined),
  });
  const store = useAct(uploadSystemBook, {
    ...shared,
    done: (reply) => ("wordbook" in reply ? importedText(reply, t) : ""),
    onDone: (reply) => {
      if ("wordbook" in reply) navigate(`/books/${reply.wordbook.id}`);
    },
  });
  const begin = useEffectEvent(() => look.run({ query: { dryRun: "true" } }));
  useEffect(() => begin(), []);
  const refusal = look.refusal ?? store.refusal;
  return (
    <Stack space={3}>
      {look.busy && <Text tone="soft">{t("wordbooks.reading")}</Text>}
      {refusal !== undefined && (
        <Notice tone="slip" announce>
          {refusal}
        </Notice>
      )}
      {preview !== undefined && (
        <Preview preview={preview}>
          <Button
            kind="primary"
            disabled={preview.errors.length > 0}
            busy={store.busy}
            onClick={() => store.run({})}
          >
            {t("wordbooks.import")}
          </Button>
        </Preview>
      )}
    </Stack>
  );
}

function Preview({
  preview: { name, wordCount, willLink, withoutMeaning, preview, errors },
  children,
}: {
  readonly preview: UploadPreview;
  readonly children: ReactNode;
}) {
  const text = useText();
  const { t, number } = text;
  const facts = {
    name,
    count: wordCount,
    words: number(wordCount),
    known: number(willLink),
    fresh: number(wordCount - willLink),
  };
  return (
    <Section heading={name}>
      <Stack space={3}>
        <p>{t("wordbooks.would_bring", facts)}</p>
        {withoutMeaning > 0 && (
          <Notice>{t("wordbooks.without_meaning", { count: withoutMeaning })}</Notice>
        )}
        {errors.length > 0 && (
          <Stack space={1}>
            <Notice tone="slip" announce>
              {t("wordbooks.row_errors", { count: errors.length })}
            </Notice>
            <List>
              {errors.map(({ index, message, ...sentence }) => (
                <ListRow key={index} detail={sentenceText("entry", sentence, message, text)}>
                  {t("wordbooks.entry", { at: number(index + 1) })}
                </ListRow>
              ))}
            </List>
          </Stack>
        )}
        <Row>{children}</Row>
        {preview.length > 0 && <CenterWords words={preview} />}
      </Stack>
    </Section>
  );
}
