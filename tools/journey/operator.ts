import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as contract from "@wordloom/contract";
import { createClient, type Client } from "@wordloom/contract";
import { openLocalModel, type LocalModel } from "@wordloom/testing/neighbors/local-model";
import { listenTo } from "@wordloom/testing/stream/event-stream";
import { closeMailServers, mailServer } from "@wordloom/testing/neighbors/mail-server";
import { createAccount } from "./account.ts";
import {
  classBehindOneAddress,
  forgottenProxy,
  loseReply,
  reloadConsole,
} from "./operator-class.ts";
import { BACKUPS_KEPT, endDay, lookAtFirstMinute, makeBackups } from "./operator-health.ts";
import { useMail } from "./operator-mail.ts";
import type { Check, Operator } from "./operator-day.ts";
import { codeOf } from "./refusal-code.ts";
import { startServer, type RunningServer } from "./server.ts";

const EMAIL = "operator@example.org";
const PASSWORD = "Babbage1791";
const PATCH = { "memoryModel.w[2]": 3 } as const;
const ADVICE = {
  patch: PATCH,
  rationale: "Words recalled the first time come back a little too early.",
  confidence: 0.7,
};
const EVENT_WITHIN_MS = 10_000;

/**
 * An operator's day with the admin API: the first administrator and the first log, settings, a
 * learner banned and unbanned, mail, a class behind one address, a proxy that the service does not
 * know about, the engine's configuration changed, advised, compared and rolled back, an experiment,
 * backups, and the audit log of all this.
 *
 * @returns everything that was wrong
 */
export async function run(): Promise<string[]> {
  const faults: string[] = [];
  const check: Check = (holds, otherwise) => void (holds || faults.push(otherwise));
  const directory = await mkdtemp(path.join(os.tmpdir(), "wordloom-operator-"));
  const model = await openLocalModel(JSON.stringify(ADVICE));
  const mail = await mailServer();
  const server = await startServer(directory, {
    ...model.settings,
    SMTP_URL: mail.trustingUrl,
    SMTP_FROM: "words@example.org",
    BACKUP_KEEP: String(BACKUPS_KEPT),
  });
  try {
    const { client } = await firstAdministrator(server, directory);
    const operator = { server, directory, client, check };
    await lookAtFirstMinute(operator);
    const tryAgain = await loseReply(operator);
    await reloadConsole(operator);
    await changeSettings(operator);
    await banAndUnban(operator);
    await useMail(operator, mail);
    await classBehindOneAddress(operator);
    await forgottenProxy(operator);
    await changeConfiguration(operator);
    await takeAdvice(operator, model);
    await tryOut(operator);
    await makeBackups(operator);
    await readAudit(operator);
    await tryAgain();
    await endDay(operator);
    return faults;
  } finally {
    await server.stop();
    await model.close();
    await closeMailServers();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Creates the first administrator with the token from the log. */
export async function firstAdministrator(
  { url }: RunningServer,
  directory: string,
): Promise<{ client: Client; token: string }> {
  const stranger = createClient({ baseUrl: url });
  const setupToken = (await readFile(path.join(directory, "setup-token"), "utf8")).trim();
  const body = { email: EMAIL, password: PASSWORD, setupToken };
  const { token, admin } = await stranger.call(contract.setupAdmin, { body });
  console.log(`The setup token of the log made ${admin.email} a ${admin.role}.`);
  return { client: createClient({ baseUrl: url, token: () => token }), token };
}

async function changeSettings({ server, client, check }: Operator): Promise<void> {
  console.log("\nSettings");
  const before = await client.call(contract.readAdminSettings);
  await client.call(contract.changeAdminSettings, { body: { registration_enabled: false } });
  const refusal = await createAccount(server.url).catch((error: unknown) => codeOf(error));
  console.log(`  Registration closed: a newcomer is answered ${String(refusal)}.`);
  check(refusal === "FORBIDDEN", "a closed registration lets people in");
  await client.call(contract.changeAdminSettings, {
    body: { registration_enabled: null, default_daily_words: 15 },
  });
  const { snapshots } = await client.call(contract.listSettingsSnapshots);
  console.log(`  Open again, 15 words a day; ${snapshots.length} snapshots were kept on the way.`);
  const after = await client.call(contract.readAdminSettings);
  check(after.registration_enabled === before.registration_enabled, "null does not unset");
  check(after.default_daily_words === 15, "a setting does not act at once");
}

async function banAndUnban({ server, client, check }: Operator): Promise<void> {
  console.log("\nA learner");
  const learner = await createAccount(server.url);
  const stream = await listenTo(server.url, learner);
  const found = await client.call(contract.pageLearners, { query: { search: "ada@" } });
  const [row] = found.data;
  check(row !== undefined, "the learner is not in the list");
  const id = row?.id ?? "";
  const { sessionsRevoked } = await client.call(contract.banLearner, {
    params: { id },
    body: { reason: "wrote insults into word notes" },
  });
  const told = await stream.waitFor("banned", 1, EVENT_WITHIN_MS);
  stream.hangUp();
  const refusal = await learner.client.call(contract.readMe).catch(codeOf);
  console.log(`  Banned: ${sessionsRevoked} sign-in ended, the open stream was notified: ${told}.`);
  console.log(`  The next request is answered ${String(refusal)}.`);
  check(told, "the stream of a banned learner was not told");
  check(refusal === "AUTH_UNAUTHORIZED", "a banned learner's token still works");
  await client.call(contract.unbanLearner, { params: { id } });
  const stranger = createClient({ baseUrl: server.url });
  const again = await stranger.call(contract.login, {
    body: { email: "ada@example.org", password: "Lovelace1815" },
  });
  console.log(`  Unbanned: ${again.user.username} signs in again.`);
}

async function changeConfiguration({ client, check }: Operator): Promise<void> {
  console.log("\nThe engine's configuration");
  const config = await readConfig(client);
  const bold = structuredClone(config);
  bold.memoryModel.baseDesiredRetention = 0.85;
  const broken = { ...bold, memoryModel: { ...bold.memoryModel, maxIntervalDays: -1, w: [] } };
  const refusal = await client.call(contract.replaceEngineConfig, { body: broken }).catch(codeOf);
  console.log(`  One with faults is refused whole: ${String(refusal)}.`);
  check(refusal === "AMAS_INVALID_CONFIG", "a faulty configuration was accepted");
  const [first] = await client.call(contract.listEngineVersions);
  const { versionHash } = await client.call(contract.replaceEngineConfig, { body: bold });
  console.log(`  Target recall 0.85: version ${versionHash} after ${first?.version_hash}.`);
  await client.call(contract.restoreEngineVersion, {
    params: { hash: first?.version_hash ?? "" },
    body: { note: "too many lapses" },
  });
  const restored = await readConfig(client);
  const recall = restored.memoryModel.baseDesiredRetention;
  console.log(`  Restored: target recall ${recall} again, as a new version.`);
  check(recall === config.memoryModel.baseDesiredRetention, "a restored version differs");
}

async function takeAdvice({ client, check }: Operator, model: LocalModel): Promise<void> {
  console.log("\nThe advisor");
  const { suggestionId } = await client.call(contract.runAdvisor);
  const params = { id: String(suggestionId) };
  const suggestion = await client.call(contract.readSuggestion, { params });
  console.log(`  Suggests ${JSON.stringify(suggestion.patch_json)}: "${suggestion.rationale}"`);
  console.log(`  (${model.asked.length} call, ${suggestion.tokens_input} tokens of evidence)`);
  check(suggestion.status === "pending", `the suggestion is ${suggestion.status}`);
  const before = (await client.call(contract.listEngineVersions))[0]?.version_hash ?? "";
  const applied = await client.call(contract.approveSuggestion, { params, body: { note: "try" } });
  const { a, b } = await client.call(contract.compareEngineVersions, {
    query: { versionA: before, versionB: applied.versionHash },
  });
  console.log(`  Approved: ${b.versionHash}, compared with ${a.versionHash}:`);
  console.log(`  ${a.eventCount} decisions before, ${b.eventCount} since.`);
  const inForce = await readConfig(client);
  check(
    inForce.memoryModel.w[2] === PATCH["memoryModel.w[2]"],
    "an approved patch is not in force",
  );
  await client.call(contract.rollBackSuggestion, { params, body: {} });
  const back = await readConfig(client);
  const { status } = await client.call(contract.readSuggestion, { params });
  console.log(
    `  Rolled back: w[2] is ${back.memoryModel.w[2]} again; the suggestion is ${status}.`,
  );
  check(back.memoryModel.w[2] !== PATCH["memoryModel.w[2]"], "a roll-back changes nothing");
}

async function tryOut({ client, check }: Operator): Promise<void> {
  console.log("\nAn experiment");
  const plan = await client.call(contract.planExperiment, {
    body: { primaryMetric: "day7_retention", mde: 0.02 },
  });
  console.log(`  To see a difference of 0.02: ${plan.perArm} learners in each arm.`);
  const started = await client.call(contract.startExperiment, {
    body: {
      name: "lower target",
      treatmentPatch: { "memoryModel.baseDesiredRetention": 0.88 },
      primaryMetric: "day7_retention",
    },
  });
  const params = { id: String(started.id) };
  const metrics = await client.call(contract.readExperimentMetrics, { params });
  console.log(`  Running; it may not be adopted yet: ${metrics.reasons.join("; ")}`);
  const refusal = await client
    .call(contract.concludeExperiment, { params, body: { adopt: true } })
    .catch(codeOf);
  check(refusal === "EXPERIMENT_NOT_ADOPTABLE", "an experiment without data was adopted");
  const ended = await client.call(contract.concludeExperiment, { params, body: { adopt: false } });
  console.log(`  Concluded: ${ended.status}.`);
}

async function readAudit({ client, check }: Operator): Promise<void> {
  const { data, total } = await client.call(contract.listAuditLog, { query: { perPage: 100 } });
  const actions = [...new Set(data.map(({ action }) => action))].toSorted();
  console.log(`\nThe audit log has ${total} entries: ${actions.join(", ")}.`);
  for (const action of ["user.ban", "settings.update", "amas.config.restore", "admin.setup"]) {
    check(actions.includes(action), `${action} is not in the audit log`);
  }
}

interface Config {
  readonly memoryModel: { baseDesiredRetention: number; w: number[]; maxIntervalDays: number };
}

async function readConfig(client: Client): Promise<Config> {
  const config: object = await client.call(contract.readEngineConfig);
  return config as Config;
}
