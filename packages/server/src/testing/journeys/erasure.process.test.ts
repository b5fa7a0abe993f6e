import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { startStorm, type StormReport } from "../requests/learner-storm.ts";
import { mentionsOf } from "../rows/mentions.ts";
import { createServerFixture, type ServerFixture } from "@wordloom/testing/process/server-fixture";
import {
  createDataDirectory,
  startServerProcess,
  type ServerProcess,
} from "@wordloom/testing/process/server-process";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { createWire, type Wire } from "@wordloom/testing/process/wire";

// Erased data stays erased: an account is deleted while all of the learner's apps write as fast as
// they can. From the reply on, no table mentions the learner, and no request fails. A process that
// is killed right after the reply leaves nothing to clean up.
const ROUNDS = 4;

let fixture: ServerFixture;
let directory: Awaited<ReturnType<typeof createDataDirectory>>;

beforeAll(async () => {
  directory = await createDataDirectory();
  fixture = await createServerFixture({ learners: 2 * ROUNDS, words: 20 });
});
afterAll(async () => {
  await fixture.close();
  await directory.remove();
});

/** One mode acknowledges answers at once, the other applies them at once. */
const modes = { outbox: "true", immediate: "false" };
type Mode = keyof typeof modes;

const start = (mode: Mode): Promise<ServerProcess> =>
  startServerProcess({
    ...fixture.settings,
    DATA_DIR: directory.path,
    RATE_LIMIT_TELEMETRY_MAX: "1000000",
    RECORDS_OUTBOX_ASYNC: modes[mode],
  });

/** On PostgreSQL two processes run together, on SQLite one after the other. */
const groups: readonly (readonly Mode[])[] =
  testDialect === "postgres" ? [["outbox", "immediate"]] : [["outbox"], ["immediate"]];

/** @param kill  stops the processes right after the reply */
async function eraseInStorm(
  learner: TestAccount,
  wires: readonly Wire[],
  kill?: () => Promise<unknown>,
): Promise<void> {
  const storm = startStorm(learner, wires);
  await storm.underWay;
  const request = { method: "DELETE", path: "/api/users/me", token: learner.token };
  const reply = await wires[0]?.send(request);
  await kill?.();
  const atReply = await mentionsOf(fixture.database, learner);
  const report = await storm.over;
  expect(reply?.status, reply?.text).toBe(200);
  expect(failuresOf(report, kill === undefined ? LOST : NEVER)).toEqual([]);
  expect(atReply).toEqual({});
  expect(await mentionsOf(fixture.database, learner)).toEqual({});
}

const LOST = 0;
const NEVER = -1;

/** Loops that never succeeded, or got a 5xx or the unwanted status. */
function failuresOf(report: StormReport, unwanted: number): string[] {
  return Object.entries(report)
    .filter(([, statuses]) => {
      const codes = Object.keys(statuses).map(Number);
      const failed = codes.some((code) => code >= 500 || code === unwanted);
      return failed || !codes.some((code) => code >= 200 && code < 300);
    })
    .map(([kind, statuses]) => `${kind}: ${JSON.stringify(statuses)}`);
}

describe("an erased learner", () => {
  for (const [index, group] of groups.entries()) {
    const learners = () => fixture.learners.slice(index * ROUNDS, (index + 1) * ROUNDS);

    it(`leaves no row behind during any kind of write (${group.join(" and ")})`, async () => {
      const servers: ServerProcess[] = [];
      for (const mode of group) servers.push(await start(mode));
      const wires = servers.map(({ url }) => createWire(url, 32));
      const killAll = () => Promise.all(servers.map((server) => server.kill()));
      try {
        for (const learner of learners()) {
          const isLast = learner === learners().at(-1);
          await eraseInStorm(learner, wires, isLast ? killAll : undefined);
        }
      } finally {
        for (const wire of wires) wire.close();
        await killAll();
      }
      for (const learner of learners()) {
        expect(await mentionsOf(fixture.database, learner)).toEqual({});
      }
    });
  }
});
