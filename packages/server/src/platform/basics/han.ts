/**
 * Whether a text contains Chinese characters, which distinguishes Chinese meanings from English
 * ones.
 */
export function hasHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}
