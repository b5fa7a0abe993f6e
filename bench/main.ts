import { ROOT } from "@wordloom/server/cli/web-app-sources";
import { bundleService } from "../tools/service/bundle-service.ts";
import { readCommand } from "./lib/command.ts";
import { describeMachine, describeProgram } from "./lib/machine.ts";
import { profileRow } from "./lib/profile.ts";
import { writeResult, type RowReport } from "./lib/results.ts";
import { missesBar, printRow, type Row } from "./lib/row.ts";

/**
 * `npm run bench -- <row> …`: measurements and their targets; status 1 if a target is missed. `npm
 * run bench -- all` runs every row; with `--write` the results go to `bench/RESULTS.md`, and a row
 * that misses a target is run again with a profiler.
 */
const rows: Readonly<Record<string, () => Promise<Row>>> = {
  seed: async () => (await import("./rows/seed.ts")).seed,
  accept: async () => (await import("./rows/accept.ts")).accept,
  apply: async () => (await import("./rows/apply.ts")).apply,
  sync: async () => (await import("./rows/sync.ts")).sync,
  batch: async () => (await import("./rows/batch.ts")).batch,
  session: async () => (await import("./rows/session.ts")).session,
  address: async () => (await import("./rows/address.ts")).address,
  next: async () => (await import("./rows/next.ts")).next,
  "goal-forecast": async () => (await import("./rows/goal-forecast.ts")).goalForecast,
  statistics: async () => (await import("./rows/statistics.ts")).statistics,
  due: async () => (await import("./rows/due.ts")).due,
  browse: async () => (await import("./rows/browse.ts")).browse,
  speech: async () => (await import("./rows/speech.ts")).speech,
  dictionary: async () => (await import("./rows/dictionary.ts")).dictionary,
  media: async () => (await import("./rows/media.ts")).media,
  import: async () => (await import("./rows/import.ts")).importRow,
  deck: async () => (await import("./rows/deck.ts")).deckRow,
  "own-words": async () => (await import("./rows/own-words.ts")).ownWords,
  grow: async () => (await import("./rows/grow.ts")).grow,
  sse: async () => (await import("./rows/sse.ts")).sse,
  nodes: async () => (await import("./rows/nodes.ts")).nodes,
  "nodes-takeover": async () => (await import("./rows/nodes-takeover.ts")).nodesTakeover,
  owners: async () => (await import("./rows/owners.ts")).owners,
  stall: async () => (await import("./rows/stall.ts")).stall,
  "stall-postgres": async () => (await import("./rows/stall.ts")).stallPostgres,
  "app-events": async () => (await import("./rows/app-events.ts")).appEvents,
  "app-event-reads": async () => (await import("./rows/app-events.ts")).appEventReads,
  start: async () => (await import("./rows/start.ts")).start,
  memory: async () => (await import("./rows/memory.ts")).memory,
  "admin-reads": async () => (await import("./rows/admin-reads.ts")).adminReads,
  web: async () => (await import("./rows/web.ts")).web,
  console: async () => (await import("./rows/console.ts")).consoleRow,
  "engine-prediction": async () => (await import("./engine/rows/prediction.ts")).prediction,
  "engine-cold": async () => (await import("./engine/rows/cold.ts")).cold,
  "engine-sameday": async () => (await import("./engine/rows/sameday.ts")).sameday,
  "engine-carry-over": async () => (await import("./engine/rows/carry-over.ts")).carryOver,
  "engine-drawn": async () => (await import("./engine/rows/drawn-learners.ts")).drawn,
  "engine-student": async () => (await import("./engine/rows/student.ts")).student,
  "engine-student-short": async () => (await import("./engine/rows/student.ts")).studentShort,
  "engine-second": async () => (await import("./engine/rows/second.ts")).second,
  "engine-second-short": async () => (await import("./engine/rows/second.ts")).secondShort,
  "engine-goal": async () => (await import("./engine/rows/goal.ts")).goal,
  "engine-intervals": async () => (await import("./engine/rows/intervals.ts")).intervals,
  "engine-fit-curve": async () => (await import("./engine/rows/fit-curve.ts")).fitCurve,
  "engine-learner": async () => (await import("./engine/rows/learner.ts")).learner,
  "engine-learner-short": async () => (await import("./engine/rows/learner.ts")).learnerShort,
  "engine-ablation": async () => (await import("./engine/rows/ablation.ts")).ablation,
  "engine-ablation-short": async () => (await import("./engine/rows/ablation.ts")).ablationShort,
  "engine-speed": async () => (await import("./engine/rows/speed.ts")).speed,
};

const command = readCommand(process.argv.slice(2), Object.keys(rows));
if (typeof command === "string") {
  console.error(command);
  process.exitCode = 2;
} else {
  console.log(`${describeMachine()}\n${describeProgram()}`);
  // Measure the bundle that operators run.
  await bundleService(ROOT, (line) => console.log(line));
  for (const name of command.names) {
    const report = await measure(name, command.write);
    if (command.write) writeResult(report, Object.keys(rows));
    if (report.failure !== undefined || report.figures.some(missesBar)) process.exitCode = 1;
  }
}

async function measure(name: string, withProfile: boolean): Promise<RowReport> {
  try {
    const row = await rows[name]?.();
    if (row === undefined) throw new Error(`no such row: ${name}`);
    const figures = await row();
    printRow(name, figures);
    if (!withProfile || !figures.some(missesBar)) return { name, figures };
    const profile = await profileRow(row);
    console.log(`  profile: ${profile.join("; ")}`);
    return { name, figures, profile };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    console.error(
      `
${name} failed:`,
      error,
    );
    return { name, figures: [], failure };
  }
}
