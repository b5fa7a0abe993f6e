/** Spreadsheet programs read a file as UTF-8 only if it begins with this mark. */
export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Characters that make a spreadsheet read a cell as a formula or merge it into the previous cell.
 * Some programs skip white space and invisible characters, and fold full-width signs.
 */
const ACTIVE_SIGNS = "=+\\-@\\uFE62\\uFE63\\uFE66\\uFE6B\\uFF0B\\uFF0D\\uFF1D\\uFF20";
const LOOKS_ACTIVE = new RegExp(
  `^(?:[\\s\\p{Default_Ignorable_Code_Point}]*[${ACTIVE_SIGNS}]|[\\t\\r\\n])`,
  "u",
);

const IS_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A spreadsheet shows text after this character without interpreting it. */
const SHIELD = "'";

/** The first row of a CSV file, after a byte order mark so that a double click opens any script. */
export function csvHead(columns: readonly string[]): string {
  return BYTE_ORDER_MARK + csvRow(columns);
}

/**
 * A row of a CSV file, with its line break. A cell that a spreadsheet would read as a formula gets
 * a leading `'`.
 *
 * Sources: RFC 4180; OWASP, CSV injection.
 */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(shielded(cell))).join(",")}\r\n`;
}

/**
 * Undoes what `csvRow` does to cells that look like formulas, for every cell: one that already
 * began with `'` and such a character has been given a second `'`.
 */
export function withoutShield(cell: string): string {
  return cell.startsWith(SHIELD) && looksActive(cell) ? cell.slice(1) : cell;
}

function shielded(cell: string): string {
  return looksActive(cell) && !IS_NUMBER.test(cell) ? `${SHIELD}${cell}` : cell;
}

/** Whether a cell looks like a formula, apart from any number of `'` in front of it. */
function looksActive(cell: string): boolean {
  return LOOKS_ACTIVE.test(cell.replace(/^'+/, ""));
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
