import { defineConfig } from "vitest/config";
import { onBothDatabases } from "@wordloom/testing/databases/server-projects";

// `npm run processes`: runs the service as real processes that are killed, starved and cut off.
// They mostly wait for each other, and slow down everything that runs at the same time.
// Also builds a release twice, unpacks it and starts it.
export default defineConfig({
  test: {
    pool: "threads",
    isolate: false,
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      ...onBothDatabases({ include: ["packages/server/src/**/*.process.test.ts"] }),
      { extends: true, test: { name: "pure", include: ["{tools,bench}/**/*.process.test.ts"] } },
    ],
  },
});
