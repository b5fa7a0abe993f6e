import { setTimeout as pause } from "node:timers/promises";
import * as contract from "@wordloom/contract";
import { until } from "@wordloom/testing/service/until";
import { runCommand } from "./command.ts";
import type { Operator } from "./operator-day.ts";
import { codeOf } from "./refusal-code.ts";

/** Enough backups to make and prune several within a second on a fast machine. */
const BACKUPS = 6;
/** A worker that takes milliseconds. */
const WORKER = "wal_checkpoint";
const RUNS = 3;
const RUN_WITHIN_MS = 6_000;
const ASKED_AGAIN_WITHIN_MS = 2_000;
const LOOK_EVERY_MS = 50;

/** The day's `BACKUP_KEEP`. */
export const BACKUPS_KEPT = 3;

/** The first minute: the log, the version, and a worker run on request. */
export async function lookAtFirstMinute({ server, client, check }: Operator): Promise<void> {
  console.log("\nThe first minute");
  const [version = ""] = await runCommand({}, "--version");
  check(/^wordloom v\d+\.\d+\.\d+/.test(version), `--version prints "${version}"`);
  const red = server.log.filter((line) => /"level":"(error|fatal)"/.test(line));
  console.log(`  ${version}; ${red.length} lines of its first log are errors.`);
  check(red.length === 0, `a first log has ${red.length} errors: ${red[0]}`);
  const outcomes: string[] = [];
  for (let run = 0; run < RUNS; run += 1) outcomes.push(await runWorker(client));
  console.log(`  The worker ${WORKER} was asked to run ${RUNS} times: ${outcomes.join(", ")}.`);
  check(
    outcomes.every((outcome) => outcome === "ran"),
    `a worker that was asked to run: ${outcomes.join(", ")}`,
  );
}

async function runWorker(client: contract.Client): Promise<string> {
  const before = await lastRun(client);
  const refusal = await askToRun(client);
  if (refusal !== undefined) return refusal;
  const ran = async () => (await lastRun(client)) !== before;
  return until(ran, RUN_WITHIN_MS).then(
    () => "ran",
    () => "did not run",
  );
}

/** Retries, because the end of a run becomes visible slightly before the next is accepted. */
async function askToRun(client: contract.Client): Promise<string | undefined> {
  const deadline = performance.now() + ASKED_AGAIN_WITHIN_MS;
  for (;;) {
    const params = { name: WORKER };
    const refusal = await client.call(contract.runWorker, { params }).then(() => undefined, codeOf);
    if (refusal !== "WORKER_RUNNING" || performance.now() > deadline) return refusal;
    await pause(LOOK_EVERY_MS);
  }
}

async function lastRun(client: contract.Client): Promise<string | null | undefined> {
  const { workers } = await client.call(contract.listWorkers);
  return workers.find(({ workerName }) => workerName === WORKER)?.lastRunAt;
}

/** Many backups in a short time: every name is unique, and the last ones stay. */
export async function makeBackups({ client, check }: Operator): Promise<void> {
  const made: string[] = [];
  for (let count = 0; count < BACKUPS; count += 1) {
    made.push((await client.call(contract.createBackup)).name);
  }
  const { backups } = await client.call(contract.listBackups);
  console.log(
    `\n${BACKUPS} backups in a row: ${backups.length} are kept, each under its own name.`,
  );
  check(new Set(made).size === BACKUPS, `names of backups come twice: ${made.join(", ")}`);
  const kept = backups.map(({ name }) => name).toSorted();
  check(
    kept.join() === made.slice(-BACKUPS_KEPT).toSorted().join(),
    `these backups are kept: ${kept.join(", ")}`,
  );
  const { ok } = await client.call(contract.verifyBackup, { params: { name: made.at(-1) ?? "" } });
  check(ok, "the last backup is not whole");
  const { lastBackup } = await client.call(contract.listBackups);
  check(lastBackup.ok && lastBackup.at === backups[0]?.createdAt, "the last backup does not count");
}

/** The health at the end: users' mistakes are not failures of the service. */
export async function endDay({ client, check }: Operator): Promise<void> {
  const { activeLearners15m } = await client.call(contract.previewMaintenance);
  const { status, reasons } = await client.call(contract.readHealth);
  console.log(`\nAt the end: ${status}; maintenance would stop ${activeLearners15m} learners.`);
  check(status === "ok", `the service is ${status}: ${reasons?.join(" ")}`);
  check(activeLearners15m > 0, "learners whose app sends no device id study unseen");
}
