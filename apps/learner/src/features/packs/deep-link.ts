import type { LinkTarget } from "@wordloom/contract/packs";

type Screen = Exclude<LinkTarget, `word/${string}`>;

/** The destinations of pack links, as screens of this app. */
const screens: Readonly<Record<Screen, string>> = {
  "review/flashcard": "/study",
  "practice/quick-practice": "/study?practise=slipping",
  "study/learning": "/study",
  "tab/home": "/",
  "tab/review": "/study",
  "tab/practice": "/study?practise=slipping",
  "tab/study": "/study",
  "tab/wordbooks": "/books",
  "tab/stats": "/progress",
  "tab/profile": "/settings",
};

/** The path of this app for the target of a pack link. */
export function pathOfTarget(target: LinkTarget): string {
  if (target in screens) return screens[target as Screen];
  return `/words/${target.slice("word/".length)}`;
}
