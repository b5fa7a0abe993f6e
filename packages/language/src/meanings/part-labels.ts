import { foldExceptCase } from "../keys/fold-text.ts";

/** Abbreviations of parts of speech that dictionaries print before a meaning. */
export const PART_LABELS =
  "n|v|vt|vi|a|adj|ad|adv|prep|conj|pron|int|interj|num|art|aux|pl|abbr|det";

const LABEL = `(?<![\\p{L}\\p{N}])(?:${PART_LABELS})\\.\\s*`;
const LABELS = new RegExp(LABEL, "giu");

const OUTSIDE_BRACKETS = "(?![^()（）[\\]【】]{0,200}[)）\\]】])";
/** Semicolons, lines and labels end a group of senses. */
const GROUP_END = `[;；\\n]\\s*${OUTSIDE_BRACKETS}|${LABEL}`;
const ENDS_GROUP = new RegExp(GROUP_END, "iu");
const SENSE_ENDS = new RegExp(`(${GROUP_END}|(?:[，、]|,(?!\\d))\\s*${OUTSIDE_BRACKETS})`, "giu");

/**
 * The meaning without labels of parts of speech. A sense that several groups share is kept once:
 * "v. 工作；运转；n. 工作" is 工作；运转.
 */
export function withoutLabels(meaning: string): string {
  return withEachOnce(meaning) ?? meaning.replace(LABELS, "");
}

/** @returns undefined if no sense is repeated */
function withEachOnce(meaning: string): string | undefined {
  const parts = meaning.split(SENSE_ENDS);
  const seen = new Set<string>();
  // Within a group a repetition is a word: "there, there".
  let group: string[] = [];
  let isRepeating = false;
  let kept = "";
  let between: string | undefined;
  for (const [at, part] of parts.entries()) {
    const key = foldExceptCase(part);
    if (at % 2 === 1) {
      if (ENDS_GROUP.test(part)) {
        group.forEach((sense) => seen.add(sense));
        group = [];
      }
      between ||= part.replace(LABELS, "");
    } else if (seen.has(key)) {
      isRepeating = true;
    } else if (key !== "") {
      group.push(key);
      kept = between ? kept.trimEnd() + between + part : kept + part;
      between = undefined;
    }
  }
  return isRepeating ? kept.trim() : undefined;
}
