/** A piece of a line. */
export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "strong"; readonly text: string }
  | { readonly kind: "emphasis"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly href: string };

/** A part of a text, from top to bottom. */
export type Block =
  | { readonly kind: "heading"; readonly parts: readonly Inline[] }
  | { readonly kind: "paragraph"; readonly parts: readonly Inline[] }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: (readonly Inline[])[] }
  | { readonly kind: "code"; readonly text: string };

const HEADING = /^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$/;
const ITEM = /^\s*(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/;
const FENCE = /^\s*(?:```|~~~)/;

/**
 * The part of Markdown that release notes use: headings, lists, paragraphs and code blocks, with
 * bold, emphasis, code and links in their lines. Everything else, including markup, stays text.
 */
export function parseMarkdown(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  let fence: string[] | undefined;
  let lines: string[] = [];
  const endParagraph = () => {
    if (lines.length > 0) blocks.push({ kind: "paragraph", parts: parseInline(lines.join(" ")) });
    lines = [];
  };
  for (const line of markdown.split(/\r?\n/)) {
    if (FENCE.test(line)) {
      endParagraph();
      if (fence !== undefined) blocks.push({ kind: "code", text: fence.join("\n") });
      fence = fence === undefined ? [] : undefined;
      open = undefined;
    } else if (fence !== undefined) {
      fence.push(line);
    } else if (line.trim() === "") {
      endParagraph();
      open = undefined;
    } else {
      const [, heading] = HEADING.exec(line) ?? [];
      const [, number, item] = ITEM.exec(line) ?? [];
      if (heading !== undefined) {
        endParagraph();
        blocks.push({ kind: "heading", parts: parseInline(heading) });
        open = undefined;
      } else if (item !== undefined) {
        endParagraph();
        open = itemInto(blocks, open, number !== undefined, item);
      } else if (open?.kind === "list") {
        const last = open.items.pop() ?? [];
        open.items.push([...last, { kind: "text", text: " " }, ...parseInline(line.trim())]);
      } else {
        lines.push(line.trim());
      }
    }
  }
  endParagraph();
  if (fence !== undefined) blocks.push({ kind: "code", text: fence.join("\n") });
  return blocks;
}

function itemInto(blocks: Block[], open: Block | undefined, ordered: boolean, text: string): Block {
  const parts = parseInline(text);
  if (open?.kind === "list" && open.ordered === ordered) {
    open.items.push(parts);
    return open;
  }
  const list: Block = { kind: "list", ordered, items: [parts] };
  blocks.push(list);
  return list;
}

/** No piece begins or ends with a space, so a lone asterisk is text; pieces do not nest. */
const INLINE = new RegExp(
  [
    "`(?<code>[^`]+)`",
    String.raw`\*\*(?<strong>[^\s*](?:[^*]*[^\s*])?)\*\*`,
    String.raw`(?<![\w*])\*(?<emphasis>[^\s*](?:[^*]*[^\s*])?)\*(?![\w*])`,
    String.raw`\[(?<label>[^\][]+)\]\((?<href>[^()\s]+)\)`,
    String.raw`(?<![\w/])(?<bare>https?:\/\/[^\s<>()]*[\w/])`,
  ].join("|"),
  "g",
);

function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > from) parts.push({ kind: "text", text: text.slice(from, match.index) });
    parts.push(partOf(match));
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ kind: "text", text: text.slice(from) });
  return parts;
}

function partOf({ 0: whole, groups = {} }: RegExpMatchArray): Inline {
  const { code, strong, emphasis, label, href, bare } = groups;
  if (code !== undefined) return { kind: "code", text: code };
  if (strong !== undefined) return { kind: "strong", text: strong };
  if (emphasis !== undefined) return { kind: "emphasis", text: emphasis };
  if (bare !== undefined) return { kind: "link", text: bare, href: bare };
  // An address that is not a web page stays text.
  if (label === undefined || href === undefined || !/^https?:\/\//i.test(href)) {
    return { kind: "text", text: whole };
  }
  return { kind: "link", text: label, href };
}
