import { Button, Row } from "@wordloom/ui";
import type { WordPublic } from "@wordloom/contract";
import { useState } from "react";
import { useLocation } from "wouter";
import { latePart, PartBoundary } from "@wordloom/web";
import { useText } from "../../text/use-text.ts";

const WordLayer = latePart(() => import("../../features/own-words/word-layer.tsx"), "WordLayer");

/** Editing the word, and telling that it is wrong. */
export function WordActs({ word }: { readonly word: WordPublic }) {
  const { t } = useText();
  const [asks, setAsks] = useState<"edit" | "wrong">();
  const [, goTo] = useLocation();
  const close = () => setAsks(undefined);
  // Words that this browser kept from an earlier service have no owner.
  const isOfLibrary = (word.ownerId ?? null) === null;
  return (
    <Row space={1}>
      <Button size="small" onClick={() => setAsks("edit")}>
        {t("word.edit")}
      </Button>
      {isOfLibrary && (
        <Button kind="plain" size="small" onClick={() => setAsks("wrong")}>
          {t("word.wrong")}
        </Button>
      )}
      <PartBoundary key={asks} onMissing={close}>
        {asks !== undefined && (
          <WordLayer
            {...{ asks, word }}
            onClose={close}
            onDeleted={() => goTo("/words", { replace: true })}
          />
        )}
      </PartBoundary>
    </Row>
  );
}
