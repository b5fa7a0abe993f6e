import type { operatorSentences } from "@wordloom/contract";
import type { Translator } from "../../text/use-text.ts";

type Tables = Omit<typeof operatorSentences, "notice">;

/** What sentences are about; notices are among the events. */
type SentenceSubject = keyof Tables;

type CodeOf<S extends SentenceSubject> = keyof Tables[S] & string;

/** Types refuse a code without a text. */
type SentenceKey = { [S in SentenceSubject]: `sentences.${S}.${CodeOf<S>}` }[SentenceSubject];

/** Events have a title, which is the text of the code, and say more below it. */
type MoreKey = `sentences.event.${CodeOf<"event">}_text`;

type Arguments = Readonly<Record<string, string | number | readonly string[]>>;

/** As replies have it; both are absent where the service stored English text only. */
export interface Sentence<C extends string> {
  readonly code?: C | undefined;
  readonly args?: Arguments | undefined;
}

/**
 * What the service says, in the language of the console.
 *
 * @param english  what is shown when the code is missing, or of a later release
 */
export function sentenceText<S extends SentenceSubject>(
  subject: S,
  { code, args }: Sentence<CodeOf<S>>,
  english: string,
  text: Translator,
): string {
  const key = `sentences.${subject}.${code ?? ""}` as SentenceKey;
  return text.has(key) ? text.t(key, valuesOf(args ?? {}, text)) : english;
}

/** What an event says below its title. */
export function eventMore(
  { code, args }: Sentence<CodeOf<"event">>,
  english: string,
  text: Translator,
): string {
  const key = `sentences.event.${code ?? ""}_text` as MoreKey;
  return text.has(key) ? text.t(key, valuesOf(args ?? {}, text)) : english;
}

/** Names of times end with `At`, those of days with `On`. */
function valuesOf(args: Arguments, text: Pick<Translator, "date" | "list">) {
  const values = Object.entries(args).map(([name, value]) => {
    if (typeof value === "object") return [name, text.list(value)] as const;
    if (typeof value === "number") return [name, value] as const;
    if (name.endsWith("At")) return [name, text.date(value, TIME)] as const;
    return [name, name.endsWith("On") ? text.date(`${value}T00:00`, DAY) : value] as const;
  });
  return Object.fromEntries(values);
}

const TIME = { dateStyle: "medium", timeStyle: "short" } as const;
const DAY = { dateStyle: "long" } as const;
