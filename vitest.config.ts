import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { onBothDatabases } from "@wordloom/testing/databases/server-projects";
import { LongFirst } from "./tools/long-first.ts";

// As in the service: threads and processes of the tests find what others have compiled.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/wordloom");

/** Tests with one of these roles use the database and run on both; all others run once. */
const onDatabase =
  "packages/{server,testing}/src/**/*.{routes,service,worker,repo,db,journey}.test.ts";
const server = "packages/{server,testing}/src/**/*.test.ts";

/** Tests of other folders that run the service: beside its own, so that others do not load it. */
const withService = ["bench/rows/*.test.ts", "tools/generated-client/*.test.ts"];

/** What runs whole processes, or needs the machine for itself: see vitest.processes.config.ts. */
const alone = "**/*.{process,timed}.test.ts";

/** Tests that drive the web apps in a real browser against the real service. */
const browser = "{apps/*/src,packages/ui/gallery,tools}/**/*.browser.test.ts";

const isWatching = !process.argv.includes("run");

/**
 * Files share a worker's loaded modules: starting afresh for each would cost more than the tests.
 * They share no state, because all of it hangs on the app that a test builds.
 */
export default defineConfig({
  test: {
    pool: "threads",
    isolate: false,
    // Modules are Node's own, as in the service: what vitest makes of them takes a third longer.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Whoever watches files lets vitest note what imports what.
    setupFiles: isWatching ? [] : [join(import.meta.dirname, "tools/direct-imports.ts")],
    // One more than the cores of the gate: browsers and databases have a core wait now and then.
    maxWorkers: 3,
    // A watchdog for what hangs, not a bar: machines are busy.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          include: [
            "packages/{engine,contract,ui,web}/src/**/*.test.ts",
            "apps/*/src/**/*.test.ts",
            "{tools,bench}/**/*.test.ts",
          ],
          exclude: [browser, alone, ...withService],
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: [browser],
          globalSetup: ["tools/apps/build-for-tests.ts"],
          // After all others: browsers take all there is of a machine.
          sequence: { groupOrder: 1 },
          testTimeout: 90_000,
        },
      },
      ...onBothDatabases(
        { include: [server, ...withService], exclude: [alone] },
        { include: [onDatabase] },
      ),
    ],
  },
});
