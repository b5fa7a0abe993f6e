import { defineConfig } from "vitest/config";
import { onBothDatabases } from "@wordloom/testing/databases/server-projects";

// `npm run timed`: tests that measure time, one after another, on an otherwise idle machine.
export default defineConfig({
  test: {
    maxWorkers: 1,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    projects: onBothDatabases({ include: ["packages/server/src/**/*.timed.test.ts"] }),
  },
});
