import { brokenBans } from "./tidy/bans.ts";
import { brokenFolderBudgets, brokenWidths } from "./tidy/budgets.ts";
import { brokenCircles } from "./tidy/circles.ts";
import { brokenEndpointHomes } from "./tidy/endpoint-homes.ts";
import { brokenFloors } from "./tidy/floors.ts";
import { brokenNames } from "./tidy/names.ts";
import { brokenCycles, brokenImports, idleServices } from "./tidy/import-rules.ts";
import { brokenManifests, brokenTables } from "./tidy/tables.ts";
import { brokenDoors, idleDoors } from "./tidy/package-doors.ts";
import { readSources } from "./tidy/source-file.ts";
import { brokenTexts, readTexts, TEXT_FOLDERS } from "./tidy/texts.ts";
import { brokenWebLayers } from "./tidy/web-layers.ts";

/** Checks the rules of STYLE.md. Each rule is a function from sources to error messages. */
const sources = readSources();
const code = sources.filter((source) => !source.isTest);

const faults = [
  ...code.flatMap(brokenImports),
  ...code.flatMap(idleServices),
  ...brokenDoors(sources),
  ...idleDoors(sources, "packages/server"),
  ...brokenCycles(code),
  ...brokenCircles(sources),
  ...code.flatMap(brokenWebLayers),
  ...code.flatMap(brokenFloors),
  ...brokenEndpointHomes(code),
  ...brokenManifests(code),
  ...brokenTables(code),
  ...sources.flatMap(brokenWidths),
  ...brokenFolderBudgets(code),
  ...code.flatMap(brokenBans),
  ...brokenNames(code),
  ...Object.entries(TEXT_FOLDERS).flatMap(([folder, users]) =>
    brokenTexts(readTexts(folder), users, code),
  ),
];

for (const fault of faults) console.error(fault);

const lines = (list: typeof sources) => list.reduce((sum, source) => sum + source.lineCount, 0);
const tests = sources.filter((source) => source.isTest);
const ratio = (lines(tests) / lines(code)).toFixed(2);
console.log(`tidy: ${sources.length} files, ${faults.length} faults, test to code lines ${ratio}`);
if (faults.length > 0) process.exitCode = 1;
