import { canonicalLanguage } from "@wordloom/language";
import { refuse } from "./app-error.ts";

/** The canonical form of a language tag. @throws AppError INVALID_LANGUAGE if it is malformed */
export function requireLanguage(tag: string): string {
  return canonicalLanguage(tag.trim()) ?? refuse("INVALID_LANGUAGE");
}
