import type { WordPublic } from "@wordloom/contract";
import type { TextKey } from "../../text/keys.ts";

/** Who sees the word as it is shown; undefined for a word of the library. */
export function ownershipText({
  ownerId,
  ownFields,
}: Partial<Pick<WordPublic, "ownerId" | "ownFields">>): TextKey | undefined {
  if (ownerId != null) return "own-words.own";
  return (ownFields ?? []).length > 0 ? "own-words.own_version" : undefined;
}
