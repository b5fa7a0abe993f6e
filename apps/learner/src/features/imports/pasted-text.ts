/** What the service takes as a list in one call. */
const LINES_MAX = 2_000;
const LENGTH_MAX = 262_144;

/** Whether a pasted text is too long for a list, and goes as a file. */
export function isLongText(text: string): boolean {
  if (text.length > LENGTH_MAX) return true;
  let lines = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const content = line.trim();
    if (content !== "" && !content.startsWith("#")) lines += 1;
  }
  return lines > LINES_MAX;
}

/** A pasted text as a file of this name. */
export function fileOfText(text: string, name: string): File {
  return new File([text], `${name}.txt`, { type: "text/plain" });
}
