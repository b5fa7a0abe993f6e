import { spawnSync } from "node:child_process";

/**
 * Runs other tools' checks of the source: layout, types and lint rules (`.oxlintrc.json`), and
 * unused exports, files and dependencies (`knip.json`). Each file is checked by the nearest
 * tsconfig.json that includes it; the engine's has neither Node nor browser types.
 */
const checks = [
  {
    program: "prettier",
    options: ["--check", "--cache", "--log-level", "warn", "**/*.{ts,tsx}"],
    advice: "the layout differs: npm run format",
  },
  {
    program: "oxlint",
    options: ["--type-aware", "--type-check", "--report-unused-disable-directives-severity=error"],
    advice: "types do not hold, or a rule of .oxlintrc.json is broken",
  },
  { program: "knip", options: ["--cache"], advice: "something is used nowhere: remove it" },
] as const;

for (const { program, options, advice } of checks) {
  const { status } = spawnSync(`node_modules/.bin/${program}`, options, { stdio: "inherit" });
  if (status === 0) continue;
  console.error(advice);
  process.exitCode = 1;
}
