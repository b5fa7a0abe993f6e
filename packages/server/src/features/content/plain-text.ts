/** What no explanation of a word needs: markup, addresses, characters that steer a terminal. */
const SUSPICIOUS = /[<>{}\p{Cc}\p{Cf}]|https?:|www\.|\]\(/iu;

/**
 * Whether a text that a model wrote may be shown: short, plain and without anything to click. What
 * it says may still be wrong; what it can do is nothing.
 */
export function isPlainText(text: string, max: number): boolean {
  return text.trim() !== "" && text.length <= max && !SUSPICIOUS.test(text);
}

/** The first JSON object in a text: models like to put words or fences around it. */
export function readJsonObject(text: string): unknown {
  const [start, end] = [text.indexOf("{"), text.lastIndexOf("}")];
  if (start === -1 || end < start) return undefined;
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    return undefined;
  }
}
