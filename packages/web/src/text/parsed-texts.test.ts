import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parsedTexts } from "../../build/parsed-texts.ts";
import type { Texts } from "./messages.ts";
import { createTranslator } from "./translator.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const FOLDERS = ["packages/web", "apps/learner", "apps/admin"].map((folder) =>
  join(ROOT, folder, "src/text"),
);
const FILE = /[\\/]([a-z]{2})[\\/][a-z-]+\.json$/;

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
).filter((path) => FILE.test(path));

/** A file of texts as the build emits it. */
function built(json: string): Texts {
  const { transform } = parsedTexts();
  if (typeof transform !== "object") throw new Error("the plugin transforms nothing");
  const { code } = (transform.handler as unknown as (json: string) => { code: string })(json);
  return JSON.parse(code) as Texts;
}

/** A value for every placeholder. */
const values: Readonly<Record<string, number>> = new Proxy({}, { get: () => 3, has: () => true });

describe("texts that were parsed when the app was built", () => {
  it("cover all languages", () => expect(files.length).toBeGreaterThan(100));

  it.each(files)("read the same: %s", (file) => {
    const language = FILE.exec(file)?.[1] as "en";
    const json = readFileSync(file, "utf8");
    const texts = JSON.parse(json) as Record<string, string>;
    const written = createTranslator(language, texts);
    const parsed = createTranslator(language, built(json));
    for (const key of Object.keys(texts)) {
      expect(parsed.t(key, values), key).toBe(written.t(key, values));
    }
  });

  it("contain nothing that the browser would have to parse", () => {
    const texts = built(
      JSON.stringify({ plain: "Go on", quoted: "it's", filled: "{count} words" }),
    );
    expect(texts["plain"]).toBe("Go on");
    expect(texts["quoted"]).toEqual([{ type: 0, value: "it's" }]);
    expect(texts["filled"]).toHaveLength(2);
  });
});
