/** Enough for the statements of a few test files. */
const TEXTS_MAX = 2_000;

/** Which tables statements have written to. */
export interface WrittenTables {
  /** Records one statement. */
  note(text: string): void;
  /** The tables since the last call, in the order of their first rows. */
  take(): string[];
}

/**
 * Reads the tables from the statements' texts: asking the database which of its hundred tables hold
 * rows takes longer than emptying them.
 *
 * @param all  the names of all tables; other words after the keywords are ignored
 */
export function createWrittenTables(all: readonly string[]): WrittenTables {
  const known = new Set(all);
  const written = new Set<string>();
  const byText = new Map<string, readonly string[]>();

  function tablesIn(text: string): readonly string[] {
    const tables = byText.get(text) ?? readTables(text).filter((name) => known.has(name));
    if (byText.size >= TEXTS_MAX) byText.clear();
    byText.set(text, tables);
    return tables;
  }

  return {
    note(text) {
      for (const name of tablesIn(text)) written.add(name);
    },
    take() {
      const taken = [...written];
      written.clear();
      return taken;
    },
  };
}

/** Finds `insert into`, `insert or replace into` and `update` anywhere in a statement. */
function readTables(text: string): string[] {
  const found = text.matchAll(/\b(?:into|update)\s+"?(\w+)/gi);
  return [...found].map(([, name = ""]) => name.toLowerCase());
}
