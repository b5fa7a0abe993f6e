import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerStorage, type Storage } from "../../../platform/database/dialect/storage-state.ts";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import { storageWatch } from "./storage-watch.worker.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** What the worker asks the process to do. */
async function asked(storage: Storage): Promise<string[]> {
  const steps: string[] = [];
  const adapter = {};
  registerStorage(adapter, storage);
  const deps = {
    ...app.deps,
    database: { getExecutor: () => ({ adapter }) } as unknown as TestApp["deps"]["database"],
    installation: {
      ...app.deps.installation,
      reopenApp: () => void steps.push("app"),
      restartInPlace: () => void steps.push("process"),
    },
  };
  await storageWatch.run(deps, new AbortController().signal);
  return steps;
}

const canWrite = async () => true;
const cannotWrite = async () => false;

describe("storageWatch", () => {
  it.each<[string, Storage, string[]]>([
    ["leaves a sound database alone", { state: "sound", canWriteAgain: canWrite }, []],
    [
      "restarts the process in place after a failed flush",
      { state: "lost", canWriteAgain: canWrite },
      ["process"],
    ],
    ["waits while the disk is full", { state: "reading", canWriteAgain: cannotWrite }, []],
    [
      "opens the database to write once there is room",
      { state: "reading", canWriteAgain: canWrite },
      ["app"],
    ],
  ])("%s", async (_promise, storage, expected) => {
    expect(await asked(storage)).toEqual(expected);
  });
});
