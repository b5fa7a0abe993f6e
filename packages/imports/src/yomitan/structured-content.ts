/** What an entry of a dictionary says about a word. */
export interface Glossary {
  readonly meanings: readonly string[];
  readonly examples: readonly string[];
  readonly exampleMeanings: readonly string[];
}

/** A node of structured content: an element, a list of nodes, or a text. */
interface Node {
  readonly tag: string;
  readonly kind: string;
  readonly content: unknown;
}

/** Deeper content is no entry that a person wrote. */
const DEPTH_MAX = 50;
const MEANINGS_MAX = 40;
const EXAMPLES_MAX = 20;

/** Marks on senses, links and folded parts that are no meaning. */
const ASIDE =
  /tag|example|extra|preamble|backlink|attribution|summary|details|forms|notes|references|xref/i;

/**
 * The meanings and examples of a glossary: plain texts, text objects, and structured content, where
 * each item of its lists is a meaning. Images are left out.
 *
 * Source: yomitan/ext/data/schemas/dictionary-term-bank-v3-schema.json.
 */
export function readGlossary(items: readonly unknown[]): Glossary {
  const found = { meanings: [] as string[], examples: [] as [string, string][] };
  for (const item of items) {
    if (typeof item === "string") found.meanings.push(item);
    else if (isRecord(item) && item["type"] === "text") found.meanings.push(textOf(item["text"]));
    else if (isRecord(item) && item["type"] === "structured-content")
      readContent(item["content"], found);
  }
  const meanings = found.meanings.map(clean).filter((text) => text !== "");
  const examples = found.examples
    .map(([text, meaning]) => [clean(text), clean(meaning)] as const)
    .filter(([text]) => text !== "")
    .slice(0, EXAMPLES_MAX);
  const hasMeanings = examples.some(([, meaning]) => meaning !== "");
  return {
    meanings: [...new Set(meanings)].slice(0, MEANINGS_MAX),
    examples: examples.map(([text]) => text),
    exampleMeanings: hasMeanings ? examples.map(([, meaning]) => meaning) : [],
  };
}

interface Found {
  readonly meanings: string[];
  readonly examples: [string, string][];
}

function readContent(content: unknown, found: Found): void {
  collectExamples(content, found, 0);
  const items: string[] = [];
  collectItems(content, items, 0);
  if (items.length > 0) return void found.meanings.push(...items);
  const all = clean(textOf(content, 0, isAside));
  if (all !== "") found.meanings.push(...all.split("\n"));
}

/** The text of each item of a list that has no list within. */
function collectItems(content: unknown, items: string[], depth: number): void {
  if (depth > DEPTH_MAX || items.length >= MEANINGS_MAX) return;
  for (const node of nodesOf(content)) {
    if (typeof node === "string" || isAside(node)) continue;
    if (node.tag === "li") {
      const text = clean(textOf(node.content, 0, (inner) => isAside(inner) || isList(inner)));
      if (text !== "") items.push(text.replaceAll("\n", " "));
    }
    collectItems(node.content, items, depth + 1);
  }
}

function collectExamples(content: unknown, found: Found, depth: number): void {
  if (depth > DEPTH_MAX || found.examples.length >= EXAMPLES_MAX) return;
  for (const node of nodesOf(content)) {
    if (typeof node === "string") continue;
    if (/^example-sentence$/.test(node.kind)) {
      const [text, meaning] = nodesOf(node.content).map((part) =>
        typeof part === "string" ? part : textOf(part.content),
      );
      found.examples.push([text ?? "", meaning ?? ""]);
    } else collectExamples(node.content, found, depth + 1);
  }
}

const isAside = ({ tag, kind }: Node) =>
  tag === "summary" || tag === "img" || tag === "rt" || tag === "rp" || ASIDE.test(kind);
const isList = ({ tag }: Node) => tag === "ul" || tag === "ol" || tag === "table";

/** The text of nodes; blocks and line breaks end a line. */
function textOf(content: unknown, depth = 0, isLeftOut: (node: Node) => boolean = isAside): string {
  if (depth > DEPTH_MAX) return "";
  let text = "";
  for (const node of nodesOf(content)) {
    if (typeof node === "string") text += node;
    else if (node.tag === "br") text += "\n";
    else if (!isLeftOut(node)) {
      const inner = textOf(node.content, depth + 1, isLeftOut);
      text += /^(?:div|li|tr|p)$/.test(node.tag) ? `${inner}\n` : inner;
    }
  }
  return text;
}

function nodesOf(content: unknown): (string | Node)[] {
  if (!Array.isArray(content)) return nodeOf(content);
  return content.flat().flatMap(nodeOf);
}

function nodeOf(item: unknown): [] | [string | Node] {
  if (typeof item === "string") return [item];
  if (!isRecord(item)) return [];
  const data = item["data"];
  const kind = isRecord(data) ? data["content"] : undefined;
  const tag = item["tag"];
  return [
    {
      tag: typeof tag === "string" ? tag : "",
      kind: typeof kind === "string" ? kind : "",
      content: item["content"],
    },
  ];
}

/** White space that is not a single space between words. */
const UNTIDY = /[^\S ]|\s\s|^\s|\s$/;

const clean = (text: string) =>
  !UNTIDY.test(text)
    ? text
    : text
        .split("\n")
        .map((line) => line.replace(/\s+/g, " ").trim())
        .filter((line) => line !== "")
        .join("\n");

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
