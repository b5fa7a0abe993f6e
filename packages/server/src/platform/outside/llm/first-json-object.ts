/** A longer text is not an answer to our questions. */
const TEXT_MAX = 64 * 1024;
/** Maximum attempts; each costs one pass over the rest of the text. */
const STARTS_MAX = 100;

/**
 * The first balanced JSON object in a text, regardless of the text around it. Texts longer than 64
 * KiB are cut, and at most a hundred opening braces are tried, because the author of the text is
 * not trusted.
 *
 * @returns undefined if there is none
 */
export function firstJsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const read = text.slice(0, TEXT_MAX);
  let start = read.indexOf("{");
  for (let tries = 0; start !== -1 && tries < STARTS_MAX; tries += 1) {
    const parsed = parse(read.slice(start, endOfObject(read, start)));
    if (parsed !== undefined) return parsed;
    start = read.indexOf("{", start + 1);
  }
  return undefined;
}

/** Position after the brace that closes the one at `start`; `start` if there is none. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{") depth += 1;
    else if (character === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return start;
}

/** A text that begins with a brace is either an object or not JSON. */
function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return text === "" ? undefined : (JSON.parse(text) as Readonly<Record<string, unknown>>);
  } catch {
    return undefined;
  }
}
