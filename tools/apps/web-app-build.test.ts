import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  makeWebAppCheckout,
  type WebAppCheckout,
} from "@wordloom/testing/neighbors/web-app-checkout";
import { buildWebApps } from "./web-app-build.ts";

let checkout: WebAppCheckout;
let said: string[];
beforeEach(() => {
  checkout = makeWebAppCheckout();
  said = [];
});
afterEach(() => checkout.remove());

const build = () => buildWebApps(checkout.root, (line) => void said.push(line));
const folder = () => join(checkout.root, "apps/learner/dist");
const read = (name: string) => readFileSync(join(folder(), name));
const names = () => readdirSync(folder(), { recursive: true, encoding: "utf8" }).toSorted();

describe("buildWebApps", () => {
  it("builds hashed files, a page that refers to them, and compressed copies", async () => {
    await build();
    expect(said).toEqual([expect.stringMatching(/^apps\/learner\/dist built in \d+\.\d s$/)]);
    expect(names()).toEqual([
      ".built",
      "assets",
      expect.stringMatching(/^assets\/index-[\w-]{8}\.js$/),
      "icon.svg",
      "index.html",
      "sw.js",
      "sw.js.br",
      "sw.js.gz",
    ]);
    expect(read("index.html").toString()).toContain('<base href="%BASE_PATH%/"');
    expect(brotliDecompressSync(read("sw.js.br")).equals(read("sw.js"))).toBe(true);
    expect(gunzipSync(read("sw.js.gz")).equals(read("sw.js"))).toBe(true);
    expect(read("sw.js.br").length).toBeLessThan(read("sw.js.gz").length);
  });

  it("builds again only after a change, without leftovers of the previous build", async () => {
    await build();
    const [script] = names().filter((name) => name.endsWith(".js"));
    writeFileSync(join(folder(), "mark"), "");
    await build();
    expect(existsSync(join(folder(), "mark"))).toBe(true);
    checkout.put("packages/ui/ink.ts", 'export const ink: string = "blue";\n');
    await build();
    expect(existsSync(join(folder(), "mark"))).toBe(false);
    expect(names()).not.toContain(script);
    expect(said).toHaveLength(2);
    expect(readdirSync(join(folder(), "..")).filter((name) => name.startsWith("dist-"))).toEqual(
      [],
    );
  });

  it("keeps the previous build when the app does not build", async () => {
    await build();
    const before = names();
    checkout.put("apps/learner/main.ts", "const = ;\n");
    await expect(build()).rejects.toThrow(/main\.ts/);
    expect(names()).toEqual(before);
    expect(readdirSync(join(folder(), "..")).filter((name) => name.startsWith("dist-"))).toEqual(
      [],
    );
    await expect(build(), "it is tried again").rejects.toThrow(/main\.ts/);
  });

  it("builds once for two processes that start at the same time", async () => {
    await Promise.all([build(), build()]);
    expect(said.toSorted()).toEqual([
      "another process is building the web apps",
      expect.stringMatching(/ built in /),
    ]);
  });
});
