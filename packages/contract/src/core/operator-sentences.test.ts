import { describe, expect, it } from "vitest";
import { operatorSentences } from "./operator-sentences.ts";
import { sentenceFields, type SentenceTable } from "./sentences.ts";

const tables: Readonly<Record<string, SentenceTable>> = operatorSentences;

const allArguments = Object.entries(tables).flatMap(([subject, table]) =>
  Object.entries(table).flatMap(([code, kinds]) =>
    Object.entries(kinds).map(([name, kind]) => ({ at: `${subject}.${code}.${name}`, name, kind })),
  ),
);

describe("arguments of sentences to operators", () => {
  it("end with At if they are times and with On if they are days, and only then", () => {
    for (const { at, name, kind } of allArguments) {
      expect(name.endsWith("At"), at).toBe(kind === "time");
      expect(name.endsWith("On"), at).toBe(kind === "day");
    }
  });
});

describe("the fields of a sentence", () => {
  it("are documented with every code and its arguments", () => {
    const { code, args } = sentenceFields({
      plain: {},
      counted: { count: "number", channel: ["stable", "beta"] },
    });
    expect(code.options).toEqual(["plain", "counted"]);
    expect(args.description).toContain("plain: nothing; counted: count, channel (stable, beta).");
  });

  it("accept texts, numbers and lists of texts", () => {
    const { args } = sentenceFields({ plain: {} });
    expect(args.safeParse({ a: "x", b: 1, c: ["y"] }).success).toBe(true);
    expect(args.safeParse({ a: null }).success).toBe(false);
  });
});
