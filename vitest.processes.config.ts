import { defineConfig } from "vitest/config";
import { onBothDatabases } from "@wordloom/testing/databases/server-projects";

// `npm run processes`: the service as real processes that are killed, starved and cut off. They
// spend most of their time waiting for each other, and take cores from whatever runs beside them.
// And a release, which is built twice, unpacked, and started.
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
