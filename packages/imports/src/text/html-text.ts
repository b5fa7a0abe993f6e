import { namedEntities } from "./named-entities.ts";

/** A text in HTML, and the recordings it names. */
export interface HtmlText {
  readonly text: string;
  /** Names in `[sound:…]`. */
  readonly sounds: readonly string[];
}

/** A tag that closes shows that a text is HTML; `a < b` is not. */
const CLOSING_TAG = /<\/[a-z][a-z0-9-]*\s*>|<(?:br|hr|img)\b[^<>]*>/i;

const SOUND = /\[sound:([^\]\n]{1,500})\]/g;

export function looksLikeHtml(text: string): boolean {
  return CLOSING_TAG.test(text);
}

/**
 * The text of a piece of HTML, as a browser would show it: `<br>`, `</div>`, `</p>` and `</li>` end
 * a line, ruby becomes `漢字[かんじ]`, scripts and styles are left out.
 */
export function htmlToText(html: string): string {
  return decodeEntities(
    html
      .replace(/<!--[^]*?(?:-->|$)/g, "")
      .replace(/<(script|style|template)\b[^]*?(?:<\/\1\s*>|$)/gi, "")
      .replace(/<rp\b[^<>]*>[^<]*(?:<\/rp\s*>)?/gi, "")
      .replace(/<rt\b[^<>]*>([^<]*)(?:<\/rt\s*>)?/gi, "[$1]")
      .replace(/<br\b[^<>]*>|<\/(?:div|p|li|tr|h[1-6])\s*>/gi, "\n")
      .replace(/<(?:div|p|li)\b[^<>]*>/gi, "\n")
      .replace(/<\/?[a-z][^<>]*>/gi, ""),
  )
    .split("\n")
    .map((line) => line.replace(/[^\S\n]+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}

/** Takes the recordings out of a text. */
export function withoutSounds(text: string): HtmlText {
  const sounds = [...text.matchAll(SOUND)].map(([, name = ""]) => name);
  return sounds.length === 0 ? { text, sounds } : { text: text.replace(SOUND, "").trim(), sounds };
}

/** Decodes character references once, never what they give. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,30}));/gi,
    (all, ...parts) => {
      const [decimal, hex, name] = parts as [string?, string?, string?];
      if (name !== undefined) return namedEntities.get(name) ?? all;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
      return isCharacter ? String.fromCodePoint(code) : "\uFFFD";
    },
  );
}
