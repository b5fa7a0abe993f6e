import { Button, Headline, Row, SkeletonRows, Stack, Text } from "@wordloom/ui";
import type { WordPublic } from "@wordloom/contract";
import { Reading } from "@wordloom/web";
import { deleteWord, readWord } from "virtual:endpoints";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { ActDialog } from "../../features/acts/act-dialog.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { WordForm } from "./word-form.tsx";

/** One word of the library as learners see it, for corrections. */
export function WordPage() {
  const { t } = useText();
  const { id = "" } = useParams();
  const word = useRead(readWord, { params: { id } });
  return (
    <Reading query={word} level={1} heading={t("words.failed")} skeleton={<SkeletonRows />}>
      {(data) => (
        <Stack space={3}>
          <Head word={data} />
          <WordForm key={data.id} word={data} />
        </Stack>
      )}
    </Reading>
  );
}

function Head({ word }: { readonly word: WordPublic }) {
  const { t } = useText();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <header>
      <Row spread>
        <Headline>{word.text}</Headline>
        <Button kind="danger" onClick={() => setDeleting(true)}>
          {t("words.delete")}
        </Button>
      </Row>
      <Text tone="soft">{t("words.about")}</Text>
      {isDeleting && <DeleteWord word={word} onClose={() => setDeleting(false)} />}
    </header>
  );
}

/** Irreversible, so the word must be typed. */
function DeleteWord({
  word: { id, text },
  onClose,
}: {
  readonly word: WordPublic;
  readonly onClose: () => void;
}) {
  const { t } = useText();
  const [, navigate] = useLocation();
  return (
    <ActDialog
      act={deleteWord}
      input={{ params: { id } }}
      done={() => t("words.deleted", { text })}
      onDone={() => navigate("/", { replace: true })}
      danger
      onClose={onClose}
      title={t("words.delete_title", { text })}
      confirmLabel={t("words.delete_confirm")}
      typed={{ label: t("words.delete_typed", { text }), text }}
    >
      {t("words.delete_text")}
    </ActDialog>
  );
}
