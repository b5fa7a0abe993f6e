/** The output of a command; tests collect the lines. */
export interface Output {
  print(line: string): void;
  complain(line: string): void;
}

export const terminal: Output = {
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
};

/** A command; returns the exit status, 0 on success. */
export type Command = (args: readonly string[], output: Output) => Promise<number>;

/** Invalid arguments; printed together with the usage. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
