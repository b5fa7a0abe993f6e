import { parseArgs } from "node:util";

export interface Command {
  /** Rows to run, in this order. */
  readonly names: readonly string[];
  /** Write the results to `bench/RESULTS.md`, and profile rows that miss their targets. */
  readonly write: boolean;
}

/**
 * Parses the command line; no row means all.
 *
 * @returns the command, or an error message
 */
export function readCommand(args: readonly string[], known: readonly string[]): Command | string {
  const parsed = parse(args);
  if (typeof parsed === "string") return parsed;
  const { names, write } = parsed;
  const unknown = names.find((name) => name !== "all" && !known.includes(name));
  if (unknown !== undefined) {
    return `No such row: ${unknown}. There are: ${known.join(", ")}, all`;
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
