import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as contract from "@wordloom/contract";
import { createClient } from "@wordloom/contract";
import { runCommand } from "./command.ts";
import { openPhone } from "./phone.ts";
import { codeOf } from "./refusal-code.ts";
import { startServer, type RunningServer } from "./server.ts";
import { startAnswering, type Answering } from "./steady-answers.ts";

const PASSWORD = "Lovelace1815";
const ANSWERS_BEFORE = 60;
const ANSWERS_AFTER = 20;

/** Records a fault unless `holds`. */
type Check = (holds: boolean, otherwise: string) => void;

/** Folders: two machines, and storage elsewhere that outlives both. */
interface Places {
  readonly first: string;
  readonly second: string;
  readonly elsewhere: string;
}

/** A learner who stays signed in through the refresh token, as in the apps. */
interface Guest {
  readonly email: string;
  refreshToken: string;
}

/**
 * A machine is lost, and the service continues on another one: a backup made while answers arrive,
 * an empty machine, a restore. Learners continue where they were, still signed in, and erased
 * accounts stay erased.
 *
 * @returns everything that was wrong
 */
export async function run(): Promise<string[]> {
  const faults: string[] = [];
  const check: Check = (holds, otherwise) => void (holds || faults.push(otherwise));
  const root = await mkdtemp(path.join(os.tmpdir(), "wordloom-lost-"));
  const places = {
    first: path.join(root, "first"),
    second: path.join(root, "second"),
    elsewhere: path.join(root, "elsewhere"),
  };
  for (const folder of Object.values(places)) await mkdir(folder, { mode: 0o700 });
  try {
    const kept = await loseMachine(places, check);
    await continueElsewhere(places, kept, check);
    return faults;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

interface Kept {
  readonly bundle: string;
  /** Answers acknowledged before the backup started. */
  readonly acknowledged: number;
  readonly answering: Answering;
  readonly staying: Guest;
  readonly leaving: Guest;
}

/** Runs the service and makes a backup; a few minutes later the machine is gone. */
async function loseMachine({ first, elsewhere }: Places, check: Check): Promise<Kept> {
  const server = await startServer(first, { BACKUP_DIR: elsewhere });
  const answering = await startAnswering(server.url);
  const staying = await register(server, "bo@example.org");
  const leaving = await register(server, "cleo@example.org");
  await answering.more(ANSWERS_BEFORE);

  const acknowledged = answering.acknowledged();
  const bundle = path.join(elsewhere, "bundle.tar");
  await wordloom(first, elsewhere, "backup", "--out", bundle);
  const { size } = await stat(bundle);
  console.log(`\nA backup while answers arrive: ${kilobytes(size)}, after ${acknowledged} of them`);

  await answering.more(ANSWERS_AFTER);
  await answering.stop();
  await renew(server, staying);
  await erase(server, leaving);
  console.log(`  Then ${answering.acknowledged() - acknowledged} more answers,`);
  console.log("  a sign-in was renewed, and an account was erased.");
  await server.kill();
  await rm(first, { recursive: true });
  check(!existsSync(first), "the machine is still there");
  console.log("  The machine is lost, with everything on its disk.");
  return { bundle, acknowledged, answering, staying, leaving };
}

async function continueElsewhere(
  { second, elsewhere }: Places,
  { bundle, acknowledged, answering, staying, leaving }: Kept,
  check: Check,
): Promise<void> {
  const looked = await wordloom(second, elsewhere, "restore", bundle, "--dry-run");
  console.log(`\nAn empty machine\n  ${looked}`);
  const written = await readdir(second);
  check(!written.includes("learning.db"), "looking at a backup has written a database");
  const startedMs = performance.now();
  console.log(`  ${await wordloom(second, elsewhere, "restore", bundle)}`);

  const server = await startServer(second, { BACKUP_DIR: elsewhere });
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  console.log(`  In service again ${seconds} s after the restore began.`);
  try {
    await continueLearning(server, answering, acknowledged, check);
    await renew(server, staying).catch((error: unknown) => {
      check(false, `who was signed in is no more: ${codeOf(error)}`);
    });
    await renew(server, staying);
    console.log("  The learner is still signed in, with a token younger than the backup.");
    const left = await signIn(server, leaving.email).then(() => "in", codeOf);
    console.log(`  The account erased after the backup gets ${left}.`);
    check(left === "AUTH_UNAUTHORIZED", "an erased account has come back");
  } finally {
    await server.stop();
  }
}

/** Answers the same words with the earlier token. */
async function continueLearning(
  server: RunningServer,
  answering: Answering,
  acknowledged: number,
  check: Check,
): Promise<void> {
  const client = createClient({ baseUrl: server.url, token: () => answering.token });
  const { total, data } = await client.call(contract.listRecords, { query: { perPage: 1 } });
  console.log(`  ${total} answers are there; ${acknowledged} were when the backup began.`);
  check(total >= acknowledged, "an answer from before the backup is lost");
  const wordId = data[0]?.wordId ?? "";
  // The backup includes answers that were accepted but not applied yet.
  const given = await answersTo(client, wordId);
  const before = await attemptsFrom(client, wordId, given);
  check(before === given, "an answer counts twice, or not at all");
  const body = { wordId, isCorrect: true, responseTimeMs: 900, clientRecordId: "after" };
  await client.call(contract.submitRecord, { body });
  const after = await attemptsFrom(client, wordId, given + 1);
  check(after === given + 1, "a word does not go on from where it was");
  console.log(`  A word that was answered ${before} times now was ${after} times.`);
}

const APPLIED_WITHIN_MS = 10_000;

/** The number of attempts in a word's memory, once it is at least this high. */
async function attemptsFrom(client: contract.Client, wordId: string, least: number) {
  const deadline = performance.now() + APPLIED_WITHIN_MS;
  for (;;) {
    const { totalAttempts } = await client.call(contract.readWordState, { params: { wordId } });
    if (totalAttempts >= least || performance.now() > deadline) return totalAttempts;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The number of the learner's answers to a word at the service. */
async function answersTo(client: contract.Client, wordId: string): Promise<number> {
  const perPage = 100;
  for (let [page, count] = [1, 0]; ; page += 1) {
    const { data, total } = await client.call(contract.listRecords, { query: { page, perPage } });
    count += data.filter((record) => record.wordId === wordId).length;
    if (page * perPage >= total) return count;
  }
}

async function register({ url }: RunningServer, email: string): Promise<Guest> {
  const phone = openPhone(url);
  await phone.client.call(contract.register, {
    body: { email, username: "Guest", password: PASSWORD },
  });
  return { email, refreshToken: phone.refreshToken };
}

/** @throws ApiError */
async function renew({ url }: RunningServer, guest: Guest): Promise<string> {
  const phone = openPhone(url);
  phone.refreshToken = guest.refreshToken;
  const { accessToken } = await phone.client.call(contract.refresh);
  guest.refreshToken = phone.refreshToken;
  return accessToken;
}

async function erase(server: RunningServer, guest: Guest): Promise<void> {
  const token = await renew(server, guest);
  await createClient({ baseUrl: server.url, token: () => token }).call(contract.deleteMe);
}

function signIn({ url }: RunningServer, email: string) {
  return createClient({ baseUrl: url }).call(contract.login, {
    body: { email, password: PASSWORD },
  });
}

/** Runs the CLI on a machine. @returns its last line */
async function wordloom(machine: string, backups: string, ...words: string[]): Promise<string> {
  const lines = await runCommand({ DATA_DIR: machine, BACKUP_DIR: backups }, ...words);
  return lines.at(-1) ?? "";
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1_000)} kB`;
}
