import { z } from "zod";

/**
 * The service's sentences for operators, by code: each client writes the sentence in its own
 * language from the code and the named values. The English sentence is also sent.
 *
 * An argument is a `text` (a name, or another program's message), several `texts`, a `number`, a
 * `time` (ISO 8601), a `day` (`2026-05-01`), or one of the listed words.
 */
type ArgumentKind = "text" | "texts" | "number" | "time" | "day" | readonly string[];

/** Code → argument → kind. */
export type SentenceTable = Readonly<Record<string, Readonly<Record<string, ArgumentKind>>>>;

type ArgumentOf<K extends ArgumentKind> = K extends readonly (infer Word)[]
  ? Word
  : K extends "number"
    ? number
    : K extends "texts"
      ? string[]
      : string;

export type SentenceArguments<T extends SentenceTable, C extends keyof T> = {
  readonly [N in keyof T[C]]: ArgumentOf<T[C][N]>;
};

/** A code with the arguments of its sentence. */
export type SentenceOf<T extends SentenceTable> = {
  readonly [C in keyof T & string]: { readonly code: C; readonly args: SentenceArguments<T, C> };
}[keyof T & string];

const SentenceArgument = z.union([z.string(), z.number(), z.array(z.string())]);

/** The fields `code` and `args` of a reply whose sentence is one of a table. */
export function sentenceFields<const T extends SentenceTable>(table: T) {
  const codes = Object.keys(table) as (keyof T & string)[];
  return {
    code: z.enum(codes).describe("Code of the sentence, for clients that write their own."),
    args: z
      .record(z.string(), SentenceArgument)
      .describe(`Arguments of the sentence, by code: ${codes.map(argumentsText).join("; ")}.`),
  };

  function argumentsText(code: keyof T & string): string {
    const kinds: Readonly<Record<string, ArgumentKind>> = table[code] ?? {};
    const names = Object.entries(kinds).map(([name, kind]) =>
      typeof kind === "string" ? name : `${name} (${kind.join(", ")})`,
    );
    return `${code}: ${names.join(", ") || "nothing"}`;
  }
}

/** The same as a separate object. */
export function sentenceObject<const T extends SentenceTable>(table: T) {
  return z.object(sentenceFields(table));
}
