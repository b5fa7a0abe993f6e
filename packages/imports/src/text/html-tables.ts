import { tooLarge } from "../files/unreadable.ts";
import type { Row } from "../row.ts";
import { htmlToText } from "./html-text.ts";

/** A larger page is no list. UTF-16 units. */
const PAGE_MAX = 20_000_000;

/** The tables of a page, or its lines where it has none. */
export interface HtmlPage {
  readonly header: readonly string[] | null;
  readonly rows: readonly Row[];
}

/** @throws UnreadableError for a page above 20 million characters */
export function readHtmlPage(chunks: Iterable<string>): HtmlPage {
  let page = "";
  for (const chunk of chunks) {
    page += chunk;
    if (page.length > PAGE_MAX) throw tooLarge("The page is larger than 20 MB.");
  }
  const table = [...page.matchAll(/<tr\b[^<>]*>/gi)];
  if (table.length === 0) return { header: null, rows: linesOfPage(page) };
  let header: string[] | null = null;
  const rows: Row[] = [];
  table.forEach((match, index) => {
    const start = match.index + match[0].length;
    const end = table[index + 1]?.index ?? page.length;
    const row = page.slice(start, end).replace(/<\/(?:tr|thead|tbody|table)\s*>[^]*$/i, "");
    const isHeader = /<th\b/i.test(row);
    const cells = row
      .split(/<t[hd]\b[^<>]*>/i)
      .slice(1)
      .map(htmlToText);
    if (isHeader && header === null && rows.length === 0) header = cells;
    else if (cells.some((cell) => cell !== "")) rows.push({ where: `row ${index + 1}`, cells });
  });
  return { header, rows };
}

function linesOfPage(page: string): Row[] {
  const lines = htmlToText(page.replace(/<title\b[^<]*<\/title\s*>/i, "")).split("\n");
  return lines.map((line, index) => ({
    where: `line ${index + 1}`,
    cells: line.split(/\s+[-–—=]\s+|\t|:\s+/, 2),
  }));
}
