import { UsageError } from "./output.ts";

/** The words after a command. */
export interface CommandWords {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly rest: readonly string[];
}

/**
 * Sorts the words of a command into flags, options with a value, and others.
 *
 * @throws UsageError for an unknown option, or one without its value
 */
export function parseWords(
  args: readonly string[],
  flagNames: readonly string[],
  valueNames: readonly string[] = [],
): CommandWords {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const rest: string[] = [];
  const left = [...args];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (flagNames.includes(word)) flags.add(word);
    else if (valueNames.includes(word)) {
      const value = left.shift();
      if (value === undefined) throw new UsageError(`${word} needs a value`);
      values.set(word, value);
    } else if (word.startsWith("-")) throw new UsageError(`no such option: ${word}`);
    else rest.push(word);
  }
  return { flags, values, rest };
}
