import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { currentBundle } from "@wordloom/server/cli/service-bundle";
import { ROOT } from "@wordloom/server/cli/web-app-sources";
import { bundleService } from "./bundle-service.ts";

describe("bundleService", () => {
  const said: string[] = [];
  let folder: string;
  beforeAll(async () => {
    folder = await bundleService(ROOT, () => undefined);
  });

  const texts = () =>
    readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));

  it("bundles unchanged sources only once", async () => {
    expect(currentBundle(ROOT)).toMatch(/^file:.*\/command-line\.js$/);
    expect(await bundleService(ROOT, (line) => void said.push(line))).toBe(folder);
    expect(said).toEqual([]);
  });

  it("leaves threads and data in place", () => {
    const places = texts().flatMap(({ text }) =>
      [...text.matchAll(/new URL\("(?<place>\.\.[^"]+)", import\.meta\.url\)/g)].map(
        (found) => found.groups?.["place"] ?? "",
      ),
    );
    expect(places.length).toBeGreaterThan(8);
    expect(places.filter((place) => !existsSync(join(folder, place)))).toEqual([]);
    expect(texts().filter(({ text }) => /import\.meta\.(?:dir|file)name/.test(text))).toEqual([]);
  });

  it("uses one byte per character", () => {
    const others = texts().filter(({ text }) => /[^\0-\xff]/.test(text));
    expect(others.map(({ name }) => name)).toEqual([]);
  });

  it("behaves like the sources", () => {
    const options = { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 } as const;
    const bundled = ["packages/server/src/main.ts", "openapi"];
    const sources = `import { runCommand } from "./packages/server/src/cli/command-line.ts";
      await runCommand(["openapi"]);`;
    const [ours, theirs] = [bundled, ["--input-type=module", "-e", sources]].map((args) =>
      execFileSync(process.execPath, args, options),
    );
    expect(ours?.length).toBeGreaterThan(100_000);
    expect(ours === theirs).toBe(true);
  });
});
