/** Maps addresses to the service's names of screens. */
const screens = [
  [/^\/$/, "home"],
  [/^\/study(\/|$)/, "study"],
  [/^\/words$/, "wordbook"],
  [/^\/words\/./, "word_detail"],
  [/^\/books(\/|$)/, "wordbook"],
  [/^\/(progress|sessions|answers)(\/|$)/, "stats"],
  [/^\/notifications$/, "notifications"],
  [/^\/settings\/feedback$/, "feedback"],
  [/^\/settings\/(account|about-me)$/, "profile"],
  [/^\/settings(\/|$)/, "settings"],
  [/^\/(start|try)$/, "onboarding"],
] as const;

/** Never the address itself, which contains words and books; undefined: not reported. */
export function screenOf(path: string): string | undefined {
  return screens.find(([pattern]) => pattern.test(path))?.[1];
}
