import { spawnSync } from "node:child_process";

/**
 * Type-checks every TypeScript project; the engine's project has neither Node nor browser types.
 */
const projects = ["packages/engine", "packages/contract", "packages/server", "."];

const failed = projects.filter((project) => {
  const run = spawnSync("node_modules/.bin/tsc", ["--noEmit", "-p", project], { stdio: "inherit" });
  return run.status !== 0;
});

if (failed.length > 0) {
  console.error(`types do not hold in: ${failed.join(", ")}`);
  process.exitCode = 1;
}
