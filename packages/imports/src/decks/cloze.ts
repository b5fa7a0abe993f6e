/** A text with hidden parts, as a word and the sentence in which it is missing. HTML stays. */
export interface ClozeText {
  /** The part with the lowest number; pieces of it are divided by `…`. */
  readonly hidden: string;
  /** The text with a gap in place of it. */
  readonly sentence: string;
  readonly hint: string;
}

/** A hidden part, or the whole text. */
interface Part {
  readonly numbers: readonly number[];
  readonly inside: (string | Part)[];
  hint: string;
}

const TOKEN = /\{\{c(\d{1,4}(?:,\d{1,4}){0,20})::|\}\}/g;
/** As deep as Anki lets hidden parts be in each other. */
const DEPTH_MAX = 8;
const GAP = "___";

/**
 * Finds the hidden parts of a cloze note: `Ich {{c1::stehe}} früh {{c1::auf::Verb}}`. Parts with
 * higher numbers stand as text.
 *
 * @returns undefined where nothing is hidden
 */
export function readCloze(text: string): ClozeText | undefined {
  const whole = parse(text);
  const parts = [...partsIn(whole)];
  const numbers = parts.flatMap((part) => part.numbers);
  if (numbers.length === 0) return undefined;
  const lowest = Math.min(...numbers);
  const hidden = [...partsIn(whole, lowest)];
  return {
    hidden: hidden.map((part) => textIn(part)).join(" … "),
    sentence: textIn(whole, lowest),
    hint: hidden.find(({ hint }) => hint !== "")?.hint ?? "",
  };
}

function parse(text: string): Part {
  const whole: Part = { numbers: [], inside: [], hint: "" };
  const open = [whole];
  let place = 0;
  for (const match of text.matchAll(TOKEN)) {
    const part = open.at(-1) ?? whole;
    addText(part, text.slice(place, match.index));
    place = match.index + match[0].length;
    if (match[1] === undefined) {
      if (open.length > 1) open.pop();
      else addText(part, match[0]);
    } else if (open.length > DEPTH_MAX) addText(part, match[0]);
    else {
      const inner: Part = { numbers: match[1].split(",").map(Number), inside: [], hint: "" };
      part.inside.push(inner);
      open.push(inner);
    }
  }
  addText(open.at(-1) ?? whole, text.slice(place));
  return whole;
}

/** What stands after `::` in a hidden part is a hint. */
function addText(part: Part, text: string): void {
  if (text === "") return;
  const [shown = "", ...hint] = part.numbers.length === 0 ? [text] : text.split("::");
  if (hint.length > 0) part.hint = hint.join("::");
  part.inside.push(shown);
}

/** The hidden parts, of this number or of all, that are in no other of them. */
function* partsIn(part: Part, number?: number): Generator<Part> {
  for (const inner of part.inside) {
    if (typeof inner === "string") continue;
    if (number === undefined || inner.numbers.includes(number)) yield inner;
    if (number === undefined || !inner.numbers.includes(number)) yield* partsIn(inner, number);
  }
}

function textIn(part: Part, number?: number): string {
  return part.inside
    .map((inner) => {
      if (typeof inner === "string") return inner;
      const isGap = number !== undefined && inner.numbers.includes(number);
      return isGap ? GAP : textIn(inner, number);
    })
    .join("");
}
