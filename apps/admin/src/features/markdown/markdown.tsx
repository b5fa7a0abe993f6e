import { Anchor } from "@wordloom/ui";
import { parseMarkdown, type Block, type Inline } from "./parse-markdown.ts";
import styles from "./markdown.module.css";

/**
 * Markdown from an untrusted author: it becomes text, never markup, and links lead only to web
 * pages. Its headings are one level below those of the page.
 */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={styles.markdown}>
      {parseMarkdown(text).map((block, at) => (
        <BlockView key={at} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  if (block.kind === "code") return <pre>{block.text}</pre>;
  if (block.kind === "paragraph") return <p>{inlines(block.parts)}</p>;
  if (block.kind === "heading") return <h3>{inlines(block.parts)}</h3>;
  const List = block.ordered ? "ol" : "ul";
  return (
    <List>
      {block.items.map((parts, at) => (
        <li key={at}>{inlines(parts)}</li>
      ))}
    </List>
  );
}

const inlines = (parts: readonly Inline[]) =>
  parts.map((part, at) => <InlineView key={at} part={part} />);

function InlineView({ part }: { readonly part: Inline }) {
  if (part.kind === "strong") return <strong>{part.text}</strong>;
  if (part.kind === "emphasis") return <em>{part.text}</em>;
  if (part.kind === "code") return <code>{part.text}</code>;
  if (part.kind === "text") return part.text;
  return (
    <Anchor href={part.href} target="_blank" rel="noopener noreferrer nofollow">
      {part.text}
    </Anchor>
  );
}
