import type { Import, Language } from "@wordloom/contract";
import type { TextKey } from "../../text/keys.ts";
import { unfitKind } from "./import-problems.ts";

/** What to say and do about an import that failed, by the service's code. */
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

/** The sentences for an import that failed. */
export function sentencesFor({ error, name }: Pick<Import, "error" | "name">): readonly TextKey[] {
  const { code = "INTERNAL", problem = null } = error ?? {};
  if (code === "IMPORT_UNREADABLE") {
    const kind = unfitKind(name);
    // The advice about decks says also with which program to export one again.
    const isDeck = problem === "damaged" && kind === "deck";
    if (problem !== null && problem !== "unknown_format" && !isDeck)
      return [`imports.file_${problem}`];
    if (kind !== undefined) return [`imports.unfit_${kind}`];
  }
  return adviceFor(code) ?? ["imports.failed_text"];
}

/** Advice that says everything. */
const WHOLE: readonly TextKey[] = [
  "imports.unfit_document",
  "imports.unfit_sheet",
  "imports.unfit_media",
  "imports.file_locked",
  "imports.file_no_words",
];

/** What the service says in English: for readers of English, or if the app has no sentence. */
export function detailFor(
  failed: Pick<Import, "error" | "name">,
  language: Language,
): string | undefined {
  const { error } = failed;
  if (error === null) return undefined;
  if (adviceFor(error.code) === undefined) return error.message;
  const isTold =
    error.code !== "IMPORT_UNREADABLE" || sentencesFor(failed).some((key) => WHOLE.includes(key));
  return language !== "en" || isTold ? undefined : error.message;
}
