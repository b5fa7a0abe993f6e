/**
 * The lines at the beginning of a text file of Anki.
 *
 * Source: Anki manual, "Importing: file headers".
 */
export interface AnkiHeaders {
  readonly separator: string;
  readonly isHtml: boolean;
  readonly columns: readonly string[] | null;
  /** Indices of columns, counted from 0. */
  readonly tags?: number;
  readonly deck?: number;
  readonly ignored: readonly number[];
  /** How many lines they take. */
  readonly lines: number;
}

const SEPARATORS: Readonly<Record<string, string>> = {
  tab: "\t",
  comma: ",",
  semicolon: ";",
  space: " ",
  pipe: "|",
  colon: ":",
};

const HEADER = /^#\s*([a-z][a-z ]*?)\s*:(.*)$/i;
const KNOWN =
  /^(?:separator|html|columns|tags|deck|notetype|if matches|(?:tags|deck|guid|notetype) column)$/i;

/** @returns undefined for a text without such lines */
export function ankiHeaders(lines: readonly string[]): AnkiHeaders | undefined {
  const values = new Map<string, string>();
  let count = 0;
  for (const line of lines) {
    const [, key, value] = HEADER.exec(line.replace(/^\uFEFF/, "")) ?? [];
    if (key === undefined || value === undefined || !KNOWN.test(key)) break;
    values.set(key.toLowerCase(), value);
    count += 1;
  }
  if (count === 0) return undefined;
  const separator = separatorOf(values.get("separator") ?? "tab");
  // Spreadsheets fill the line up with separators.
  const plain = (key: string) =>
    values
      .get(key)
      ?.replace(/[,;\t\s]+$/, "")
      .trim();
  const column = (key: string) => {
    const place = Number(plain(`${key} column`));
    return Number.isInteger(place) && place > 0 ? place - 1 : undefined;
  };
  const [tags, deck] = [column("tags"), column("deck")];
  return {
    separator,
    isHtml: plain("html")?.toLowerCase() === "true",
    columns:
      values
        .get("columns")
        ?.split(separator)
        .map((name) => name.trim()) ?? null,
    ...(tags !== undefined && { tags }),
    ...(deck !== undefined && { deck }),
    ignored: [column("guid"), column("notetype")].filter((index) => index !== undefined),
    lines: count,
  };
}

function separatorOf(value: string): string {
  const name = value.replace(/^\s+/, "").replace(/[,;\s]+$/, "");
  return SEPARATORS[name.toLowerCase()] ?? (value.startsWith("\t") ? "\t" : name[0]) ?? "\t";
}
