import type { Etymology, WordPublic } from "@wordloom/contract";
import { z } from "zod";
import type { ModelNeeds } from "../../accounts/model-calls/model-calls.service.ts";
import { foldText, requireWord, type WordReader } from "../words/words.service.ts";
import {
  askable,
  findModelAnswer,
  type StoredAnswers,
  type Topic,
} from "./model-answers.service.ts";
import { listParts, type Part } from "./morphemes.service.ts";
import { isPlainText } from "./plain-text.ts";

type Account = Pick<Etymology, "etymology" | "roots">;

const TEXT_MAX = 1_000;
const ROOT_MAX = 64;
const ROOTS_MAX = 8;

const Reply = z.object({
  word: z.string(),
  etymology: z.string(),
  roots: z.array(z.string()).max(ROOTS_MAX),
});

const topic: Topic<Account> = {
  name: "etymology",
  task:
    "Explain to a language learner where a word comes from, in two to four sentences. Say so " +
    'when its origin is not known. Reply with {"word": string, "etymology": string of at most ' +
    '600 characters, "roots": [up to 8 short strings, the roots in their original language]}.',
  read(reply, word) {
    const parsed = Reply.safeParse(reply);
    if (!parsed.success || foldText(parsed.data.word) !== foldText(word.text)) return undefined;
    const { etymology, roots } = parsed.data;
    const isUsable =
      isPlainText(etymology, TEXT_MAX) && roots.every((r) => isPlainText(r, ROOT_MAX));
    return isUsable ? { etymology, roots } : undefined;
  },
  mock: ({ text }) => ({ word: text, etymology: `The mock model made up ${text}.`, roots: [text] }),
};

/**
 * The etymology of a word: from a model if one is available, otherwise from its parts.
 *
 * @throws AppError NOT_FOUND
 */
export async function readEtymology(
  needs: ModelNeeds,
  reader: WordReader,
  wordId: string,
): Promise<Etymology> {
  const word = await requireWord(needs.database, reader, wordId);
  const named = { wordId, word: word.text };
  const generated = await findModelAnswer(needs, await askable(needs, word), topic);
  if (generated !== undefined) return { ...named, ...generated, generated: true, source: "llm" };
  const account = accountOf(word, await listParts(needs.database, reader, word));
  return { ...named, ...account, generated: false, source: "rule_based_fallback" };
}

/** The etymology without calling a model; null if nothing is known. */
export function storedEtymology(
  word: WordPublic,
  stored: StoredAnswers,
  parts: readonly Part[],
): string | null {
  const generated = stored(word, topic);
  if (generated !== undefined) return generated.etymology;
  return parts.length === 0 ? null : accountOf(word, parts).etymology;
}

/** A sentence about the parts of a word: `"inspect" is made of in- (in, into; Latin) and …`. */
function accountOf({ text }: WordPublic, parts: readonly Part[]): Account {
  if (parts.length === 0) {
    return { etymology: `No parts of "${text}" are known to our tables of roots.`, roots: [] };
  }
  const named = parts.map(({ text: part, meaning, origin }) => {
    const notes = [meaning, origin].filter((note) => note !== undefined && note !== "");
    return notes.length === 0 ? part : `${part} (${notes.join("; ")})`;
  });
  const list = new Intl.ListFormat("en").format(named);
  const roots = parts.filter(({ type }) => type === "root").map(({ text: root }) => root);
  return { etymology: `"${text}" is made of ${list}.`, roots };
}
