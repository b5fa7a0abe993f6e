import { defineConfig } from "vitest/config";
import { findPostgres } from "./packages/server/src/testing/postgres-binaries.ts";

// Tests that measure: one after the other, with the machine to themselves.

const include = ["packages/server/src/**/*.timed.test.ts"];

export default defineConfig({
  test: {
    maxWorkers: 1,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: { name: "sqlite", include, env: { TEST_DATABASE: "sqlite" } },
      },
      ...(findPostgres(process.env) === undefined
        ? []
        : [
            {
              extends: true as const,
              test: {
                name: "postgres",
                include,
                env: { TEST_DATABASE: "postgres" },
                globalSetup: ["packages/server/src/testing/global-setup.ts"],
              },
            },
          ]),
    ],
  },
});
