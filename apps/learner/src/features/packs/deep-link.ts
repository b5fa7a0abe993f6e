const LINK = /^[a-z][a-z0-9+.-]*:\/\/([^?#]+?)\/?$/i;
const WORD = /^word\/([A-Za-z0-9_-]{1,128})$/;

/** Targets of links that all clients share, and the screens of this one. */
const screens: Readonly<Record<string, string>> = {
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

/**
 * The path of this app that a link of a pack leads to. The scheme is that of some client and tells
 * nothing; an address of the web is no target.
 *
 * @returns undefined for anything but a known screen
 */
export function deepLinkPath(link: string): string | undefined {
  const [, target = ""] = LINK.exec(link) ?? [];
  const word = WORD.exec(target)?.[1];
  if (word !== undefined) return `/words/${word}`;
  return Object.hasOwn(screens, target) ? screens[target] : undefined;
}
