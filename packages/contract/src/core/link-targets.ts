/** Screens that links in packs can open; each client maps them to its own screens. */
export const linkTargets = [
  "review/flashcard",
  "practice/quick-practice",
  "study/learning",
  "tab/home",
  "tab/review",
  "tab/practice",
  "tab/study",
  "tab/wordbooks",
  "tab/stats",
  "tab/profile",
] as const;

/** A screen, or one word by its id. */
export type LinkTarget = (typeof linkTargets)[number] | `word/${string}`;

const LINK = /^[a-z][a-z0-9+.-]*:\/\/([^?#]+?)\/?$/i;
const WORD = /^word\/[A-Za-z0-9_-]{1,128}$/;

/**
 * The target of a link in a pack. The scheme belongs to some client and is ignored; a web address
 * is not a target.
 *
 * @returns undefined for anything but a known target
 */
export function linkTarget(link: string): LinkTarget | undefined {
  const [, target = ""] = LINK.exec(link) ?? [];
  if (WORD.test(target)) return target as LinkTarget;
  return linkTargets.find((known) => known === target);
}
