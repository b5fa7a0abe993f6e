/** A word that is looked up. */
export interface AskedWord {
  readonly text: string;
  /** Canonical tags of BCP 47. */
  readonly language: string;
  /** Undefined: meanings in any language. */
  readonly meaningLanguage: string | undefined;
}
