/** Screens that links of packs can lead to; each client maps them to its own. */
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
 * What a link of a pack leads to. The scheme is that of some client and tells nothing; an address
 * of the web is no target.
 *
 * @returns undefined for anything but a known target
 */
export function linkTarget(link: string): LinkTarget | undefined {
  const [, target = ""] = LINK.exec(link) ?? [];
  if (WORD.test(target)) return target as LinkTarget;
  return linkTargets.find((known) => known === target);
}
