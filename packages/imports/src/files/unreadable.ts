import type { ImportFileProblem } from "@wordloom/contract";

/** A file, or a part of it, that cannot be read; nothing of it is used. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
  /** Where the fault lies, such as `xl/worksheets/sheet1.xml`, or "" for the whole file. */
  readonly where: string;
  /** For a learner whose language is not that of the message. */
  readonly problem: ImportFileProblem;

  constructor(message: string, where = "", problem: ImportFileProblem = "damaged") {
    super(where === "" ? message : `${where}: ${message}`);
    this.where = where;
    this.problem = problem;
  }
}

/** What a thread that reads files says of an error, which cannot leave it as it is. */
export function failureOf(error: unknown) {
  if (error instanceof UnreadableError)
    return { unreadable: error.message, problem: error.problem };
  return { fault: error instanceof Error ? error.message : String(error) };
}

export const cutOff = (message: string, where?: string) =>
  new UnreadableError(message, where, "cut_off");

export const locked = (message: string, where?: string) =>
  new UnreadableError(message, where, "locked");

export const tooLarge = (message: string, where?: string) =>
  new UnreadableError(message, where, "too_large");

export const unknownFormat = (message: string, where?: string) =>
  new UnreadableError(message, where, "unknown_format");

export const withoutWords = (message: string) => new UnreadableError(message, "", "no_words");
