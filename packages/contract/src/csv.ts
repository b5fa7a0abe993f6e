/** What a spreadsheet would take for a formula, or let run into the cell before. */
const LOOKS_ACTIVE = /^[=+\-@\t\r]/;

const IS_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A spreadsheet shows this one character in front of text that it shall not interpret. */
const SHIELD = "'";

/**
 * A row of a CSV file, with its line break. A cell that a spreadsheet would take for a formula gets
 * a leading `'`.
 *
 * Sources: RFC 4180; OWASP, CSV injection.
 */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(shielded(cell))).join(",")}\r\n`;
}

/**
 * Undoes what `csvRow` does to cells that look like formulas. Text that began with `'` and such a
 * character by itself loses that `'` too: the file does not tell the two apart.
 */
export function withoutShield(cell: string): string {
  return cell.startsWith(SHIELD) && LOOKS_ACTIVE.test(cell.slice(1)) ? cell.slice(1) : cell;
}

function shielded(cell: string): string {
  return LOOKS_ACTIVE.test(cell) && !IS_NUMBER.test(cell) ? `${SHIELD}${cell}` : cell;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
