import type { operatorSentences } from "@wordloom/contract";
import type { Translator } from "../../text/use-text.ts";

type Tables = Omit<typeof operatorSentences, "notice">;

/** The subjects of sentences; notices belong to the events. */
type SentenceSubject = keyof Tables;

type CodeOf<S extends SentenceSubject> = keyof Tables[S] & string;

/** The compiler rejects a code without a text. */
type SentenceKey = { [S in SentenceSubject]: `sentences.${S}.${CodeOf<S>}` }[SentenceSubject];

/** Events have a title, which is the text of the code, and may have more text below it. */
type MoreKey = `sentences.event.${CodeOf<"event">}_text`;

type Arguments = Readonly<Record<string, string | number | readonly string[]>>;

/** As in replies; both are absent if the service stored only English text. */
export interface Sentence<C extends string> {
  readonly code?: C | undefined;
  readonly args?: Arguments | undefined;
}

/**
 * A sentence of the service in the console's language.
 * @param english  shown if the code is missing, or of a later release
 */
export function sentenceText<S extends SentenceSubject>(
  subject: S,
  { code, args }: Sentence<CodeOf<S>>,
  english: string,
  text: Translator,
): string {
  return said(`sentences.${subject}.${code ?? ""}` as SentenceKey, args, english, text);
}

/** The text below an event's title. */
export function eventMore(
  { code, args }: Sentence<CodeOf<"event">>,
  english: string,
  text: Translator,
): string {
  return said(`sentences.event.${code ?? ""}_text` as MoreKey, args, english, text);
}

function said(
  key: SentenceKey | MoreKey,
  args: Arguments | undefined,
  english: string,
  text: Translator,
): string {
  if (!text.has(key)) return english;
  try {
    return text.t(key, valuesOf(args ?? {}, text));
  } catch {
    // An earlier release stored the sentence, without an argument that the text has now.
    return english;
  }
}

/** Names of times end in `At`, those of days in `On`. */
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
