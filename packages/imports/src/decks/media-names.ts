import { decodeEntities } from "../text/html-text.ts";

// Neither goes over a part of a text twice. Anki takes the brackets out of names.
const SOUND = /\[sound:([^[\]\r\n]{1,500})\]/gi;
const PICTURE = /<img\b([^<>]{1,2000})>/gi;
const SOURCE = /\bsrc\s*=\s*(?:"([^"]{1,500})"|'([^']{1,500})'|([^\s"']{1,500}))/i;

/** The files that fields of a note name, each once: recordings, then pictures. */
export function mediaNamesIn(fields: readonly string[]): string[] {
  const names = new Set<string>();
  for (const field of fields)
    for (const [, name = ""] of field.matchAll(SOUND)) names.add(mediaName(name));
  for (const field of fields)
    for (const [, attributes = ""] of field.matchAll(PICTURE)) {
      const [, ...values] = SOURCE.exec(attributes) ?? [];
      const name = values.find((value) => value !== undefined)?.replace(/\/$/, "") ?? "";
      if (!/^(?:https?|data|file):/i.test(name)) names.add(mediaName(unescaped(name)));
    }
  names.delete("");
  return [...names];
}

/** A file's name as the deck's list of media has it. */
export function mediaName(named: string): string {
  return decodeEntities(named).trim().normalize("NFC");
}

/** Pictures are named as in an address. */
function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
