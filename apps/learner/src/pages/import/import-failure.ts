import type { Import, Language } from "@wordloom/contract";
import type { TextKey } from "../../text/keys.ts";
import { unfitKind } from "./import-problems.ts";

/** What to say and do about an import that failed, by the service's code; see also `unfitKind`. */
const advice = {
  IMPORT_UNREADABLE: ["imports.unreadable"],
  OWN_WORDS_LIMIT: ["errors.OWN_WORDS_LIMIT", "imports.make_room"],
  WORDBOOK_LIMIT: ["errors.WORDBOOK_LIMIT"],
  MEDIA_LIMIT: ["errors.MEDIA_LIMIT"],
  IMPORT_INVALID_OPTIONS: ["errors.IMPORT_INVALID_OPTIONS", "imports.failed_text"],
  NOT_FOUND: ["imports.failed_book"],
  FORBIDDEN: ["imports.failed_book"],
  UNAVAILABLE: ["imports.failed_server"],
  INTERNAL: ["imports.failed_text"],
} as const satisfies Readonly<Record<string, readonly TextKey[]>>;

/** The sentences for a failure; undefined for a code that is newer than the app. */
export function adviceFor(code: string): readonly TextKey[] | undefined {
  return Object.hasOwn(advice, code) ? advice[code as keyof typeof advice] : undefined;
}

/** Kinds of files for which the advice says everything. */
const PLAIN: readonly (string | undefined)[] = ["document", "sheet", "media"];

/** What the service says in English: for readers of English, or if the app has no sentence. */
export function detailFor(
  { error, name }: Pick<Import, "error" | "name">,
  language: Language,
): string | undefined {
  if (error === null) return undefined;
  if (adviceFor(error.code) === undefined) return error.message;
  const isTold = error.code !== "IMPORT_UNREADABLE" || PLAIN.includes(unfitKind(name));
  return language !== "en" || isTold ? undefined : error.message;
}
