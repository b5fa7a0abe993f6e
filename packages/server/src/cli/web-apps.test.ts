import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLog, type Log } from "../platform/observability/log.ts";
import {
  makeWebAppCheckout,
  type WebAppCheckout,
} from "@wordloom/testing/neighbors/web-app-checkout";
import { prepareWebApps } from "./web-apps.ts";

// The build itself is tested in tools/apps; here a program of a few lines replaces it.

let checkout: WebAppCheckout;
let said: string[];
beforeEach(() => {
  checkout = makeWebAppCheckout();
  said = [];
});
afterEach(() => checkout.remove());

const note = (_fields: object, message: string) => void said.push(message);
const log: Log = { ...silentLog, info: note, warn: note };
const prepare = (API_ONLY = false) => prepareWebApps({ API_ONLY }, log, checkout.root);

const built = () => join(checkout.root, "apps/learner/dist");
const sources = join(import.meta.dirname, "web-app-sources.ts");

/** Replaces the build by this script, which can use what it needs to pretend. */
function buildBy(script: string): void {
  checkout.put("node_modules/vite/package.json", "{}");
  checkout.put(
    "tools/build.ts",
    `import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
    import { findWebApps, fingerprintOf } from ${JSON.stringify(sources)};
    appendFileSync("builds", "x");
    ${script}`,
  );
}

const SUCCEEDS = `
  const [app] = findWebApps(process.cwd());
  mkdirSync(app.built, { recursive: true });
  writeFileSync(app.built + "/index.html", "built");
  writeFileSync(app.built + "/.built", fingerprintOf(process.cwd(), app));`;

const builds = () => {
  const file = join(checkout.root, "builds");
  return existsSync(file) ? readFileSync(file, "utf8").length : 0;
};

describe("prepareWebApps", () => {
  it("builds and reports changed apps, and builds nothing the next time", async () => {
    buildBy(SUCCEEDS);
    expect(await prepare()).toEqual({ learner: built() });
    expect(said).toEqual([
      "building the web apps (learner), which takes a few seconds",
      "built the web apps",
    ]);
    expect(await prepare()).toEqual({ learner: built() });
    expect(builds()).toBe(1);
    checkout.put("packages/ui/ink.ts", "changed");
    expect(await prepare()).toEqual({ learner: built() });
    expect(builds()).toBe(2);
  });

  it("stops with the output of a failed build, and says what to do", async () => {
    buildBy(`
      console.log("transforming");
      console.error("main.ts: a comma is missing");
      process.exitCode = 3;`);
    const failure = await prepare().catch(String);
    expect(failure).toMatch(/^Error: The web apps cannot be built \(exit status 3\):\n/);
    expect(failure).toContain("transforming\n");
    expect(failure).toContain("main.ts: a comma is missing");
    expect(failure).toMatch(/`npm run build`.*API_ONLY=true/s);
  });

  it("stops when the build is killed", async () => {
    buildBy(`process.kill(process.pid, "SIGKILL");`);
    expect(await prepare().catch(String)).toContain("cannot be built (ended by SIGKILL)");
  });

  it("builds and serves nothing with API_ONLY", async () => {
    buildBy(SUCCEEDS);
    expect(await prepare(true)).toEqual({});
    expect(builds()).toBe(0);
  });

  it("serves only the API, and says what to do, if the build tool is missing", async () => {
    expect(await prepare()).toEqual({});
    expect(said).toEqual(["the tool that builds the web apps is missing (learner)"]);
  });

  it("serves the existing build if the build tool is missing", async () => {
    checkout.put("apps/learner/dist/index.html", "old");
    expect(await prepare()).toEqual({ learner: built() });
    expect(said).toEqual(["the tool that builds the web apps is missing (learner)"]);
  });

  it("serves a release, which has no sources, unchanged", async () => {
    checkout.remove();
    checkout.put("apps/learner/dist/index.html", "released");
    checkout.put("apps/admin/dist/index.html", "released");
    const admin = join(checkout.root, "apps/admin/dist");
    expect(await prepare()).toEqual({ learner: built(), admin });
    expect(said).toEqual([]);
  });

  it("serves nothing if there are no apps", async () => {
    checkout.remove();
    checkout.put("package.json", "{}");
    expect(await prepare()).toEqual({});
    expect(said).toEqual([]);
  });

  it("finds those of a release next to its launcher, and its own after an update", async () => {
    const released = "releases/lib/v1.3.0";
    const info = { schema: 38, minReaderSchema: 1, minisignPublicKey: "", releaseListUrl: "" };
    const more = { version: "v1.3.0", arch: "linux-x86_64", commit: "", versions: [], files: [] };
    checkout.put(`${released}/RELEASE.json`, JSON.stringify({ ...info, ...more }));
    checkout.put("releases/static/learner/index.html", "of the version that replaced it");
    const root = join(checkout.root, released);
    const find = (API_ONLY = false) => prepareWebApps({ API_ONLY }, log, root);
    const install = join(checkout.root, "releases");
    expect(await find()).toEqual({ learner: join(install, "static/learner") });
    checkout.put("releases/static-v1.3.0/learner/index.html", "its own");
    checkout.put("releases/static-v1.3.0/admin/index.html", "its own");
    expect(await find()).toEqual({
      admin: join(install, "static-v1.3.0/admin"),
      learner: join(install, "static-v1.3.0/learner"),
    });
    expect(await find(true)).toEqual({});
    expect(said).toEqual([]);
  });
});
