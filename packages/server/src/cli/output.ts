/** Where a command writes; tests collect the lines instead. */
export interface Output {
  print(line: string): void;
  complain(line: string): void;
}

export const terminal: Output = {
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
};

/** What a command needs from outside. Returns the exit status: 0 when all went well. */
export type Command = (args: readonly string[], output: Output) => Promise<number>;

/** A wrong call of the program; shown together with the usage. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
