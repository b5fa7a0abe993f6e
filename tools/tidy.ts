import { brokenBans } from "./tidy/bans.ts";
import { brokenBudgets, brokenFolderBudgets } from "./tidy/budgets.ts";
import { brokenNames } from "./tidy/names.ts";
import { brokenCycles, brokenImports } from "./tidy/rooms.ts";
import { readSources } from "./tidy/source-file.ts";

/**
 * The house rules, run. Each rule is a function from what the sources say to sentences about what
 * is wrong; STYLE.md gives the reasons.
 */
const sources = readSources();
const code = sources.filter((source) => !source.isTest);

const faults = [
  ...code.flatMap(brokenImports),
  ...brokenCycles(code),
  ...sources.flatMap(brokenBudgets),
  ...brokenFolderBudgets(code),
  ...code.flatMap(brokenBans),
  ...brokenNames(code),
];

for (const fault of faults) console.error(fault);

const lines = (list: typeof sources) => list.reduce((sum, source) => sum + source.lineCount, 0);
const tests = sources.filter((source) => source.isTest);
const ratio = (lines(tests) / lines(code)).toFixed(2);
console.log(`tidy: ${sources.length} files, ${faults.length} faults, test to code lines ${ratio}`);
if (faults.length > 0) process.exitCode = 1;
