import { describe, expect, it } from "vitest";
import { usedMs } from "@wordloom/testing/process/cpu-time";
import { parseMarkdown, type Inline } from "./parse-markdown.ts";

const text = (of: string): Inline => ({ kind: "text", text: of });
const paragraph = (...parts: Inline[]) => ({ kind: "paragraph", parts });

describe("parseMarkdown", () => {
  it("parses headings, paragraphs, lists and code blocks", () => {
    const notes = [
      "## v1.5.0 ##",
      "Two lines",
      "of one paragraph.",
      "",
      "- one",
      "  goes on",
      "* two",
      "1. first",
      "```sh",
      "npm **ci**",
      "```",
      "The end.",
    ];
    expect(parseMarkdown(notes.join("\r\n"))).toEqual([
      { kind: "heading", parts: [text("v1.5.0")] },
      paragraph(text("Two lines of one paragraph.")),
      {
        kind: "list",
        ordered: false,
        items: [[text("one"), text(" "), text("goes on")], [text("two")]],
      },
      { kind: "list", ordered: true, items: [[text("first")]] },
      { kind: "code", text: "npm **ci**" },
      paragraph(text("The end.")),
    ]);
  });

  it("parses bold, emphasis, code and links in a line", () => {
    expect(
      parseMarkdown("**Bold** *soft* `a*b*c` [notes](https://x.example/a) https://y.example/b."),
    ).toEqual([
      paragraph(
        { kind: "strong", text: "Bold" },
        text(" "),
        { kind: "emphasis", text: "soft" },
        text(" "),
        { kind: "code", text: "a*b*c" },
        text(" "),
        { kind: "link", text: "notes", href: "https://x.example/a" },
        text(" "),
        { kind: "link", text: "https://y.example/b", href: "https://y.example/b" },
        text("."),
      ),
    ]);
  });

  it.each([
    "<img src=x onerror=alert(1)> <b>bold</b>",
    "[here](javascript:alert(1))",
    "[here](data:text/html,x)",
    "2 * 3 * 4",
    "snake_case and **open",
  ])("leaves anything but web links and known marks as text: %s", (line) => {
    const [block, ...more] = parseMarkdown(line);
    expect(more).toEqual([]);
    const parts = block?.kind === "paragraph" ? block.parts : [];
    expect(parts.every(({ kind }) => kind === "text")).toBe(true);
    expect(parts.map((part) => part.text).join("")).toBe(line);
  });

  it("parses a hundred thousand marks quickly", () => {
    const before = usedMs();
    for (const mark of ["*", "**", "`", "[", "](", "https://", "# "]) {
      parseMarkdown(mark.repeat(20_000));
    }
    expect(usedMs() - before).toBeLessThan(2_000);
  });
});
