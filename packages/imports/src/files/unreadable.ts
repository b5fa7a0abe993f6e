/** A file, or a part of it, that cannot be read; nothing of it is used. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
  /** Where the fault lies, such as `xl/worksheets/sheet1.xml`, or "" for the whole file. */
  readonly where: string;

  constructor(message: string, where = "") {
    super(where === "" ? message : `${where}: ${message}`);
    this.where = where;
  }
}
