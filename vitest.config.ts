import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { findPostgres } from "./packages/server/src/testing/postgres-binaries.ts";
import { findRedis } from "./packages/server/src/testing/redis-server.ts";

// As in the service: threads and processes of the tests find what others have compiled.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/wordloom");

/** Tests with one of these roles use the database and run on both; all others run once. */
const onDatabase = "packages/server/src/**/*.{routes,service,worker,repo,db,journey}.test.ts";
const server = "packages/server/src/**/*.test.ts";

/** What takes the time of requests: `npm run timed` does that, when nothing else runs. */
const timed = "**/*.timed.test.ts";

/** Tests that drive the web apps in a real browser against the real service. */
const browser = "{apps/*/src,packages/ui/gallery,tools}/**/*.browser.test.ts";

const withPostgres = findPostgres(process.env) !== undefined;
if (!withPostgres) {
  const notice = "NO POSTGRESQL TO TEST WITH: those tests are skipped. Set TEST_DATABASE_URL.";
  if (process.env["CI"]) throw new Error(notice);
  console.warn(`\n*** ${notice} ***\n`);
}
if (findRedis(process.env) === undefined) {
  const notice = "NO REDIS TO TEST WITH: several processes are not tested. Install redis-server.";
  if (process.env["CI"] && !process.env["WORDLOOM_CI_WITHOUT_REDIS"]) throw new Error(notice);
  console.warn(`\n*** ${notice} ***\n`);
}

/**
 * Files share a worker's loaded modules: starting afresh for each would cost more than the tests.
 * They share no state, because all of it hangs on the app that a test builds.
 */
export default defineConfig({
  test: {
    pool: "threads",
    isolate: false,
    // One more than the cores of the gate: browsers and databases have a core wait now and then.
    maxWorkers: 3,
    // A watchdog for what hangs, not a bar: machines are busy.
    testTimeout: 60_000,
    hookTimeout: 120_000,
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
          exclude: [browser],
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: [browser],
          globalSetup: ["tools/apps/build-for-tests.ts"],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "sqlite",
          include: [server],
          exclude: [timed],
          env: { TEST_DATABASE: "sqlite" },
        },
      },
      ...(withPostgres
        ? [
            {
              extends: true as const,
              test: {
                name: "postgres",
                include: [onDatabase],
                env: { TEST_DATABASE: "postgres" },
                globalSetup: ["packages/server/src/testing/global-setup.ts"],
              },
            },
          ]
        : []),
    ],
  },
});
