import type { WordContexts, WordPublic } from "@wordloom/contract";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { foldText, requireWord } from "../words/words.service.ts";
import { findModelAnswer, type Topic } from "./model-answers.service.ts";
import { isPlainText } from "./plain-text.ts";

const SENTENCE_MAX = 300;
const SENTENCES_MAX = 5;
/** A word with as many examples of its own needs none from a model. */
const EXAMPLES_ENOUGH = 3;
/** So much of a word stays the same in its forms: "decide" in "deciding". */
const STEM_SHARE = 0.6;

const Reply = z.object({ word: z.string(), sentences: z.array(z.string()) });

const topic: Topic<string[]> = {
  name: "contexts",
  task:
    "Write three natural sentences for a language learner, each using a word in the given " +
    "meaning, in the language of the word, at most 25 words long. " +
    'Reply with {"word": string, "sentences": [three strings]}.',
  read(reply, word) {
    const parsed = Reply.safeParse(reply);
    if (!parsed.success || foldText(parsed.data.word) !== foldText(word.text)) return undefined;
    const stem = stemOf(word);
    const fit = parsed.data.sentences.filter(
      (sentence) => isPlainText(sentence, SENTENCE_MAX) && foldText(sentence).includes(stem),
    );
    return fit.length === 0 ? undefined : fit.slice(0, SENTENCES_MAX);
  },
  mock: ({ text }) => ({
    word: text,
    sentences: [`The mock model says ${text}.`, `Nobody says ${text} like the mock model.`],
  }),
};

/**
 * The examples of a word, and sentences that a model made where they are few.
 *
 * @throws AppError NOT_FOUND
 */
export async function readContexts(
  needs: Pick<Deps, "clock" | "database" | "log" | "settings">,
  wordId: string,
): Promise<WordContexts> {
  const word = await requireWord(needs.database, wordId);
  const { text, examples } = word;
  const isEnough = examples.length >= EXAMPLES_ENOUGH;
  const made = isEnough ? [] : ((await findModelAnswer(needs, word, topic)) ?? []);
  const contexts = [
    ...examples.map((sentence, at) => ({ id: `e${at + 1}`, sentence, source: "example" as const })),
    ...made.map((sentence, at) => ({ id: `g${at + 1}`, sentence, source: "generated" as const })),
  ];
  return {
    wordId,
    word: text,
    examples,
    contexts: contexts.map((context) => ({ ...context, id: `${wordId}:${context.id}` })),
  };
}

function stemOf({ text }: WordPublic): string {
  const folded = foldText(text);
  return folded.slice(0, Math.ceil(folded.length * STEM_SHARE));
}
