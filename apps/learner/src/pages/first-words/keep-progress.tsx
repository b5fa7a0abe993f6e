import { Button, Headline, Stack, Text } from "@wordloom/ui";
import { useLayoutEffect, useRef } from "react";
import type { FirstWords } from "../../features/first-words/first-words.ts";
import { meaningAttributes, wordAttributes } from "../../features/question/word-language.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./first-words-page.module.css";

/** After the ten words: what was learned, and how to keep it. */
export function KeepProgress({ visit }: { readonly visit: FirstWords }) {
  const { t, sentences } = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  const { words, answers } = visit;
  const right = answers.filter(({ isCorrect }) => isCorrect).length;
  return (
    <Stack space={4} className={styles.keep}>
      <Stack space={1}>
        <Headline ref={heading} tabIndex={-1} className={styles.heading}>
          {t("first.done", { count: words.length })}
        </Headline>
        <Text tone="soft" figures>
          {sentences([t("first.score", { right, answers: answers.length }), t("first.keep_text")])}
        </Text>
      </Stack>
      <dl className={styles.learned}>
        {words.map(({ word }) => (
          <div key={word.id}>
            <dt {...wordAttributes(word)}>{word.text}</dt>
            <dd {...meaningAttributes(word)}>{word.meaning}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.ways}>
        <Button kind="primary" size="large" wide href="/register">
          {t("first.keep")}
        </Button>
        <Button size="large" wide href="/sign-in?keep">
          {t("account.welcome_sign_in")}
        </Button>
      </div>
    </Stack>
  );
}
