/** Programs for spreadsheets take a file for UTF-8 only when it begins with this. */
export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * What a spreadsheet would take for a formula, or let run into the cell before. Some programs skip
 * white space and what cannot be seen, and fold signs of full width.
 */
const ACTIVE_SIGNS = "=+\\-@\\uFE62\\uFE63\\uFE66\\uFE6B\\uFF0B\\uFF0D\\uFF1D\\uFF20";
const LOOKS_ACTIVE = new RegExp(
  `^(?:[\\s\\p{Default_Ignorable_Code_Point}]*[${ACTIVE_SIGNS}]|[\\t\\r\\n])`,
  "u",
);

const IS_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A spreadsheet shows this one character in front of text that it shall not interpret. */
const SHIELD = "'";

/** The first row of a CSV file, behind a byte order mark: a double click then opens any script. */
export function csvHead(columns: readonly string[]): string {
  return BYTE_ORDER_MARK + csvRow(columns);
}

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
