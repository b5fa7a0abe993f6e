import type { Row } from "../row.ts";
import type { Line } from "./decode-text.ts";

/** A list without line breaks. */
interface SingleLine {
  readonly separator: string | null;
  readonly rows: readonly Row[];
}

/** Reads `word,meaning;word,meaning` or `word, word, word`; undefined for other texts. */
export function singleLine(lines: readonly Line[]): SingleLine | undefined {
  const filled = lines.filter(({ text }) => text.trim() !== "");
  const [line] = filled;
  if (line === undefined || filled.length > 1) return undefined;
  const pieces = piecesOf(line.text, ";");
  if (
    pieces.length > 1 &&
    pieces.filter((piece) => piece.includes(",")).length > pieces.length * 0.8
  )
    return { separator: ",", rows: pieces.map((piece, index) => rowOf(cut(piece), index)) };
  const words = piecesOf(line.text, /[,，、;；]/);
  if (words.length < 3 || words.some((word) => word.length > 60)) return undefined;
  return { separator: null, rows: words.map((word, index) => rowOf([word], index)) };
}

const piecesOf = (text: string, separator: string | RegExp) =>
  text
    .split(separator)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");

const rowOf = (cells: string[], index: number): Row => ({ where: `entry ${index + 1}`, cells });

/** The meaning is everything after the first comma. */
function cut(piece: string): string[] {
  const place = piece.indexOf(",");
  return place === -1 ? [piece] : [piece.slice(0, place).trim(), piece.slice(place + 1).trim()];
}
