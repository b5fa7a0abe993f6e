import { cutOff, tooLarge, UnreadableError } from "../files/unreadable.ts";
import { decodeEntities } from "../text/html-text.ts";

/** The events of an XML reader. Names are without their prefix. */
export type XmlEvent =
  | {
      readonly type: "open";
      readonly name: string;
      readonly attributes: string;
      readonly isEmpty: boolean;
    }
  | { readonly type: "close"; readonly name: string }
  | { readonly type: "text"; readonly text: string };

/** A longer tag or text is no part of a sheet. UTF-16 units. */
const TOKEN_MAX = 1_000_000;
const DEPTH_MAX = 100;

/**
 * Reads XML that comes in pieces, without building a tree. It knows the five character references
 * of XML and numeric ones; a document type, the only place for entities, is refused.
 *
 * @param where  the file's name, for errors
 * @throws UnreadableError
 */
export async function* xmlEvents(
  chunks: AsyncIterable<string>,
  where: string,
): AsyncGenerator<XmlEvent> {
  let rest = "";
  let depth = 0;
  for await (const chunk of chunks) {
    rest += chunk;
    let at = 0;
    for (;;) {
      const token = nextToken(rest, at, where);
      if (token === undefined) break;
      at = token.end;
      for (const event of token.events) {
        if (event.type === "open" && !event.isEmpty) depth += 1;
        if (event.type === "close") depth -= 1;
        if (depth > DEPTH_MAX || depth < 0)
          throw new UnreadableError("Its tags do not match.", where);
        yield event;
      }
    }
    rest = rest.slice(at);
    if (rest.length > TOKEN_MAX) throw tooLarge("It holds an endless tag or text.", where);
  }
  if (depth !== 0 || rest.includes("<")) throw cutOff("It is cut off.", where);
}

interface Token {
  readonly events: readonly XmlEvent[];
  readonly end: number;
}

/** @returns undefined if the token goes on in the next piece */
function nextToken(text: string, at: number, where: string): Token | undefined {
  if (at >= text.length) return undefined;
  if (text[at] !== "<") {
    const end = text.indexOf("<", at);
    if (end === -1) return undefined;
    return { events: [{ type: "text", text: decodeEntities(text.slice(at, end)) }], end };
  }
  const closed = (opening: string, closing: string): Token | undefined => {
    if (!text.startsWith(opening, at)) return undefined;
    const end = text.indexOf(closing, at + opening.length);
    const inside = text.slice(at + opening.length, end);
    if (end === -1) return { events: [], end: -1 };
    const isText = opening === "<![CDATA[";
    return { events: isText ? [{ type: "text", text: inside }] : [], end: end + closing.length };
  };
  if (text.length - at < 9 && text.startsWith("<!", at)) return undefined;
  if (/^<!doctype/i.test(text.slice(at, at + 9)))
    throw new UnreadableError("It declares a document type, which may hold entities.", where);
  const special = closed("<!--", "-->") ?? closed("<![CDATA[", "]]>") ?? closed("<?", "?>");
  if (special !== undefined) return special.end === -1 ? undefined : special;
  const end = tagEnd(text, at);
  if (end === -1) return undefined;
  return { events: [tagOf(text.slice(at + 1, end), where)], end: end + 1 };
}

/** A `>` within quotes does not end a tag. */
function tagEnd(text: string, at: number): number {
  let quote = "";
  for (let place = at + 1; place < text.length; place += 1) {
    const character = text[place] ?? "";
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return place;
  }
  return -1;
}

function tagOf(tag: string, where: string): XmlEvent {
  const [, slash, name, attributes = "", empty] =
    /^(\/?)(?:[\w.-]+:)?([\w.-]+)([^]*?)(\/?)$/.exec(tag) ?? [];
  if (name === undefined) throw new UnreadableError("It is not well-formed.", where);
  if (slash === "/") return { type: "close", name };
  return { type: "open", name, attributes, isEmpty: empty === "/" };
}

/** The value of an attribute, by its name without prefix. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const pattern = new RegExp(`(?:^|\\s)(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  const match = pattern.exec(attributes);
  return match === null ? undefined : decodeEntities(match[1] ?? match[2] ?? "");
}
