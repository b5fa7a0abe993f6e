import type { CenterBook, CenterWord } from "@wordloom/contract";

type BookFile = CenterBook & { words: CenterWord[] };

/** A word of a wordbook center. */
export function remoteWord(spelling: string, more: Partial<CenterWord> = {}): CenterWord {
  return { spelling, phonetic: null, meanings: [], examples: [], audioUrl: null, ...more };
}

/** A book of a wordbook center: "demo", version 1. */
export function remoteBook(words: CenterWord[], more: Partial<BookFile> = {}): BookFile {
  return {
    id: "demo",
    name: "Demo",
    description: "Of words",
    wordCount: words.length,
    coverImage: null,
    tags: ["t"],
    version: "1",
    author: "Ann",
    downloadCount: 0,
    language: null,
    meaningLanguage: null,
    words,
    ...more,
  };
}

/** The same book as the server reads it from a file: its words in one part. */
export function bookFile(book: BookFile) {
  return { ...book, words: () => [book.words] };
}

/** The pages of a center with these books. */
export function centerPages(...books: BookFile[]): Record<string, object> {
  const index = books.map(({ words: _words, ...book }) => book);
  const files = books.map((book) => [`/wordbooks/${book.id}.json`, book]);
  return { "/index.json": { data: index }, ...(Object.fromEntries(files) as object) };
}
