import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { onBothDatabases } from "@wordloom/testing/databases/server-projects";
import { LongFirst } from "./tools/long-first.ts";

// As in the service: test threads and processes reuse each other's compiled code.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/wordloom");

/** Tests with one of these roles use the database and run on both; all others run once. */
const onDatabase =
  "packages/{server,testing}/src/**/*.{routes,service,worker,repo,db,journey}.test.ts";
const server = "packages/{server,testing}/src/**/*.test.ts";

/** Other tests that run the service: they join its projects, so that no other project loads it. */
const withService = ["bench/rows/*.test.ts", "tools/generated-client/*.test.ts"];

/** Tests that run whole processes or need the machine to themselves: vitest.processes.config.ts. */
const alone = "**/*.{process,timed}.test.ts";

/** Tests that drive the web apps in a real browser against the real service. */
const browser = "{apps/*/src,packages/ui/gallery,tools}/**/*.browser.test.ts";

const isWatching = !process.argv.includes("run");

/** In watch mode, vitest itself has to see what imports what. */
const setup = ["property-inputs.ts", ...(isWatching ? [] : ["direct-imports.ts"])];

/**
 * Files share a worker's loaded modules: reloading them for each file would cost more than the
 * tests. They share no state, because all state belongs to the app that a test builds.
 */
export default defineConfig({
  test: {
    pool: "threads",
    isolate: false,
    // Node loads the modules, as in the service: vitest's own loader takes a third longer.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    setupFiles: setup.map((file) => join(import.meta.dirname, "tools", file)),
    // One worker more than there are cores: browsers and databases leave a core idle at times.
    maxWorkers: 3,
    // Catches tests that hang, not slow ones: where a machine is busy, reading files gives way.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          include: [
            "packages/{engine,language,contract,imports,ui,web}/src/**/*.test.ts",
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
          // Last: the browsers take the whole machine.
          sequence: { groupOrder: 1 },
        },
      },
      ...onBothDatabases(
        { include: [server, ...withService], exclude: [alone] },
        { include: [onDatabase] },
      ),
    ],
  },
});
