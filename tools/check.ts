import { spawnSync } from "node:child_process";

/**
 * Checks the layout of the source, then the types of every TypeScript project; the engine's project
 * has neither Node nor browser types.
 */
const projects = [
  "packages/engine",
  "packages/contract",
  "packages/server",
  "packages/ui",
  "packages/web",
  "apps/admin",
  "apps/learner",
  ".",
];

const run = (program: string, ...options: string[]): boolean =>
  spawnSync(`node_modules/.bin/${program}`, options, { stdio: "inherit" }).status === 0;

if (!run("prettier", "--check", "--cache", "--log-level", "warn", "**/*.{ts,tsx}")) {
  console.error("layout differs: npm run format");
  process.exitCode = 1;
}

const failed = projects.filter((project) => !run("tsc", "--noEmit", "-p", project));
if (failed.length > 0) {
  console.error(`types do not hold in: ${failed.join(", ")}`);
  process.exitCode = 1;
}
