/** A part of a word that can be spoken: `text`, `reading`, `meaning`, `example:<n>` from 0. */
export type SpokenPart = "text" | "reading" | "meaning" | `example:${number}`;

/** What to hear from the service's voice. */
export interface WantedSound {
  readonly wordId: string;
  readonly part: SpokenPart;
  /** The text of the part: another text is another sound. */
  readonly text: string;
  /** Preferred accent, a region such as `GB`. */
  readonly region?: string | undefined;
}

/**
 * The path of a sound at the service, the same wherever it is written, so that a sound which was
 * kept is found again.
 */
export function speechPath({ wordId, part, text, region }: WantedSound): string {
  const accent = region === undefined ? "" : `&region=${region}`;
  const id = encodeURIComponent(wordId);
  return `/api/speech?wordId=${id}&part=${part}&version=${versionOf(text)}${accent}`;
}

/** Source: FNV-1a, 32 bits, over UTF-16 code units. */
function versionOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
