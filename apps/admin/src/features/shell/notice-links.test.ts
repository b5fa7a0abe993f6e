import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pagePaths } from "../../../testing/page-paths.ts";

const root = join(import.meta.dirname, "../../../../..");
const routes = readFileSync(join(root, "apps/admin/src/routes.tsx"), "utf8");

/** The `link: …` values in the service's notices, with inserted values as `x`. */
const links = globSync("packages/server/src/features/**/*.ts", { cwd: root })
  .filter((file) => !file.endsWith(".test.ts"))
  .flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8");
    return [...source.matchAll(/\blink: ["`](\/[^"`]*)["`]/g)].map(([, link = ""]) =>
      link.replace(/\$\{[^}]*\}/g, "x"),
    );
  });

const patterns = [...routes.matchAll(/^ {2}"(\/[^"]*)": page\(/gm)].map(
  ([, path = ""]) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`),
);

describe("links of notices for administrators", () => {
  it.each([...new Set(links)])("lead to a page of the console: %s", (link) => {
    const [path = "", query] = link.split("?");
    expect(patterns.some((pattern) => pattern.test(path))).toBe(true);
    if (query !== undefined) expect(Object.values(pagePaths)).toContain(link);
  });

  it("are those of the service", () => {
    expect(links.length).toBeGreaterThan(8);
  });
});
