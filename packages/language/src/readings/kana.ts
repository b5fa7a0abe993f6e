const KATAKANA_TO_HIRAGANA = 0x60;

/** Hiragana for katakana; the sound marks and the long vowel sign stay. */
export function hiraganaOf(text: string): string {
  return text.replace(/[\u30a1-\u30f6\u30fd\u30fe]/gu, (kana) =>
    String.fromCodePoint((kana.codePointAt(0) ?? 0) - KATAKANA_TO_HIRAGANA),
  );
}

/** Whether a text consists of kana: what romaji can stand for. */
export function isKana(text: string): boolean {
  return /^[\p{Script=Hiragana}\p{Script=Katakana}ー・\s-]+$/u.test(text) && /\p{L}/u.test(text);
}
