import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  makeWebAppCheckout,
  type WebAppCheckout,
} from "@wordloom/testing/neighbors/web-app-checkout";
import { findWebApps, fingerprintOf, isBuilt, isStale, STAMP } from "./web-app-sources.ts";
import type { WebApp } from "./web-app-sources.ts";

let checkout: WebAppCheckout;
let app: WebApp;
beforeEach(() => {
  checkout = makeWebAppCheckout();
  app = findWebApps(checkout.root)[0] as WebApp;
});
afterEach(() => checkout.remove());

/** As the build does. */
function pretendToBuild(): void {
  checkout.put("apps/learner/dist/index.html", "built");
  checkout.put(`apps/learner/dist/${STAMP}`, fingerprintOf(checkout.root, app));
}

const stale = () => isStale(checkout.root, app);

describe("a web app", () => {
  it("that was never built is stale", () => {
    expect({ name: app.name, built: isBuilt(app), stale: stale() }).toEqual({
      name: "learner",
      built: false,
      stale: true,
    });
  });

  it("is current once it is built", () => {
    pretendToBuild();
    expect({ built: isBuilt(app), stale: stale() }).toEqual({ built: true, stale: false });
  });

  it.each([
    ["a source of it", "apps/learner/main.ts"],
    ["a new file of it", "apps/learner/pages/new.tsx"],
    ["its public files", "apps/learner/public/sw.js"],
    ["a source that is called like what is built", "apps/learner/pages/distance.ts"],
    ["a package that it uses", "packages/ui/ink.ts"],
    ["a package that this one uses", "packages/paper/paper.ts"],
    ["a version of a dependency", "package-lock.json"],
    ["the way it is built", "tools/apps/web-app-build.ts"],
  ])("is stale after a change of %s", (_name, path) => {
    pretendToBuild();
    checkout.put(path, "changed");
    expect(stale()).toBe(true);
  });

  it("is stale after a file was removed or renamed", () => {
    pretendToBuild();
    rmSync(join(checkout.root, "apps/learner/public/icon.svg"));
    expect(stale()).toBe(true);
    checkout.put("apps/learner/public/icon-2.svg", "<svg/>");
    expect(stale()).toBe(true);
    rmSync(join(checkout.root, "apps/learner/public/icon-2.svg"));
    checkout.put("apps/learner/public/icon.svg", "<svg/>");
    expect(stale()).toBe(false);
  });

  it.each([
    ["a test", "apps/learner/pages/today.test.tsx"],
    ["what tests use", "apps/learner/testing/browser.ts"],
    ["what is installed", "apps/learner/node_modules/react/index.js"],
    ["a hidden file", "apps/learner/.cache/x"],
    ["what is built", "apps/learner/dist/assets/x.js"],
    ["what is being built", "apps/learner/dist-new/assets/x.js"],
    ["a package that it does not use", "packages/engine/index.ts"],
  ])("stays current after a change of %s", (_name, path) => {
    pretendToBuild();
    checkout.put(path, "changed");
    expect(stale()).toBe(false);
  });

  it("without its sources, as in a release, is never stale", () => {
    pretendToBuild();
    rmSync(join(app.folder, "package.json"));
    rmSync(join(app.built, STAMP));
    expect(findWebApps(checkout.root)).toEqual([app]);
    expect(stale()).toBe(false);
  });

  it("that does not exist is not found", () => {
    rmSync(app.folder, { recursive: true });
    expect(findWebApps(checkout.root)).toEqual([]);
  });
});
