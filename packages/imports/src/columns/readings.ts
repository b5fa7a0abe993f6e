const KANA = "\\p{sc=Hiragana}\\p{sc=Katakana}ー・";
const RUBY = new RegExp(
  `(?:^|[ \u3000]|(?<=[^ ]))([\\p{sc=Han}々〆ヶ0-9０-９]+)\\[([${KANA}]+)\\]`,
  "gu",
);
const IN_BRACKETS = new RegExp(
  `^(.*[\\p{sc=Han}々].*?)[ \u3000]*[（(【［\\[]([${KANA}\\s]+)[）)】］\\]]$`,
  "u",
);
const TRADITIONAL = /^([\p{sc=Han}]+)\[([\p{sc=Han}]+)\]$/u;

/** Longer texts are no headwords, UTF-16 units; the patterns would take too long on them. */
const LENGTH_MAX = 500;

/**
 * Takes the reading out of a headword: `漢字[かんじ]`, `食[た]べ 物[もの]`, `食べる（たべる）`. The second
 * spelling of `爱[愛]` is left out.
 */
export function takeReading(text: string): { text: string; reading?: string } {
  if (text.length > LENGTH_MAX || !/[[（(【［]/.test(text)) return { text };
  const [, simplified] = TRADITIONAL.exec(text) ?? [];
  if (simplified !== undefined) return { text: simplified };
  const ruby = [...text.matchAll(RUBY)];
  if (ruby.length > 0 && !/\]/.test(text.replace(RUBY, ""))) {
    const base = text.replace(RUBY, "$1");
    const isKana = new RegExp(`^[${KANA}]*$`, "u").test(
      text.replace(RUBY, "").replace(/[ \u3000]/g, ""),
    );
    return {
      text: isKana ? base.replace(/[ \u3000]/g, "") : base,
      reading: text.replace(RUBY, "$2").replace(/[ \u3000]/g, ""),
    };
  }
  const [, word, reading] = IN_BRACKETS.exec(text) ?? [];
  return word === undefined || reading === undefined
    ? { text }
    : { text: word.trim(), reading: reading.trim() };
}
