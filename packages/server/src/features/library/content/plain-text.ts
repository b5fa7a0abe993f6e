/** Markup, URLs and control characters. No explanation of a word needs them. */
const SUSPICIOUS = /[<>{}\p{Cc}\p{Cf}]|https?:|www\.|\]\(/iu;

/**
 * Whether a model's text may be shown: short, plain and without links. Its content may still be
 * wrong.
 */
export function isPlainText(text: string, max: number): boolean {
  return text.trim() !== "" && text.length <= max && !SUSPICIOUS.test(text);
}

/** The JSON object in a text. Models often add words or code fences around it. */
export function readJsonObject(text: string): unknown {
  const [start, end] = [text.indexOf("{"), text.lastIndexOf("}")];
  if (start === -1 || end < start) return undefined;
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    return undefined;
  }
}
