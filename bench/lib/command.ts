import { parseArgs } from "node:util";

export interface Command {
  /** Rows to run, in this order. */
  readonly names: readonly string[];
  /** Put the figures into `bench/RESULTS.md`, and profile what misses its bar. */
  readonly write: boolean;
}

/**
 * Reads the command line; without a row it means all of them.
 *
 * @returns a sentence about what is wrong with it, or what to do
 */
export function readCommand(args: readonly string[], known: readonly string[]): Command | string {
  const parsed = parse(args);
  if (typeof parsed === "string") return parsed;
  const { names, write } = parsed;
  const stranger = names.find((name) => name !== "all" && !known.includes(name));
  if (stranger !== undefined) {
    return `No such row: ${stranger}. There are: ${known.join(", ")}, all`;
  }
  const isAll = names.length === 0 || names.includes("all");
  return { names: isAll ? known : names, write };
}

function parse(args: readonly string[]): Command | string {
  try {
    const options = { write: { type: "boolean", default: false } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { names: positionals, write: values.write };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
