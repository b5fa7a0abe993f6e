/** Finds words that earlier rows of an import made: a plan has not stored them, a run has. */
export interface MadeWords {
  note(word: { readonly textFolded: string; readonly language: string; readonly id: string }): void;
  /** @param forms  folded texts, best first */
  find(forms: readonly string[], language: string): string | undefined;
}

export function createMadeWords(): MadeWords {
  const ids = new Map<string, string>();
  const keyOf = (text: string, language: string) => `${text}\n${language}`;
  return {
    note({ textFolded, language, id }) {
      const key = keyOf(textFolded, language);
      if (!ids.has(key)) ids.set(key, id);
    },
    find(forms, language) {
      const key = forms.map((form) => keyOf(form, language)).find((one) => ids.has(one));
      return key === undefined ? undefined : ids.get(key);
    },
  };
}
