import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isRunning, writeScript } from "@wordloom/testing/process/programs";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { freePort } from "@wordloom/testing/service/ports";
import { until } from "@wordloom/testing/service/until";
import { restartInto, type RestartResult } from "./restart-release.ts";

let folder: string;
let port: number;
let started: RestartResult | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(memoryFolder(), "wordloom-restart-"));
  port = await freePort();
  started = undefined;
});
afterEach(() => {
  vi.restoreAllMocks();
  if (started?.healthy === true) process.kill(-started.pid, "SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** A launcher of a program that answers `/health` as specified. */
function launcher(answer: { status: number; version: string } | "ends" | "is deaf"): string {
  const program = join(folder, "program.mjs");
  const reply = typeof answer === "string" ? undefined : answer;
  const text = JSON.stringify({ version: reply?.version });
  const again = JSON.stringify(join(folder, "asked again"));
  const lines = [
    `import { createServer } from "node:http";`,
    `import { writeFileSync } from "node:fs";`,
    `writeFileSync(${JSON.stringify(join(folder, "pid"))}, String(process.pid));`,
    `writeFileSync(${JSON.stringify(join(folder, "task"))}, process.env.WORDLOOM_UPDATE_TASK);`,
    answer === "ends" ? "process.exit(3);" : "",
    answer === "is deaf" ? `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);` : "",
    reply === undefined
      ? ""
      : `let asked = 0;
         createServer((_, r) => {
           if ((asked += 1) === 2) writeFileSync(${again}, "");
           r.writeHead(${reply.status}).end(${JSON.stringify(text)});
         }).listen(${port}, "127.0.0.1");`,
  ];
  writeFileSync(program, lines.join("\n"));
  const path = join(folder, "wordloom");
  const script = `#!/bin/sh\n"${process.execPath}" "${program}" &\nwait $!\nexit $?\n`;
  writeScript(path, script);
  return path;
}

async function restart(
  path: string,
  stopped = new Promise<void>(() => undefined),
): Promise<RestartResult> {
  started = await restartInto({
    launcher: path,
    taskId: "t1",
    environment: process.env,
    version: "v2.0.0",
    stopped,
    healthUrl: `http://127.0.0.1:${port}/health`,
  });
  return started;
}

/** @returns a function that ends the program's one-minute limit at once */
function minuteInHand(): () => void {
  const minute = new AbortController();
  const real = AbortSignal.timeout.bind(AbortSignal);
  const timeout = (ms: number) => (ms === 60_000 ? minute.signal : real(ms));
  vi.spyOn(AbortSignal, "timeout").mockImplementation(timeout);
  return () => minute.abort();
}

function programIsThere(): boolean {
  return isRunning(Number(readFileSync(join(folder, "pid"), "utf8")));
}

describe("restartInto", () => {
  it("starts the program and waits until it answers with its version", async () => {
    const path = launcher({ status: 200, version: "v2.0.0" });
    expect(await restart(path)).toMatchObject({ healthy: true });
    expect(readFileSync(join(folder, "task"), "utf8")).toBe("t1");
    expect(programIsThere()).toBe(true);
  });

  it("reports that the program ended", async () => {
    expect(await restart(launcher("ends"))).toEqual({
      healthy: false,
      reason: "it ended with 3",
      wasStopped: false,
    });
  });

  it("reports that there is no program", async () => {
    const result = await restart(join(folder, "none"));
    expect(result).toMatchObject({
      healthy: false,
      reason: expect.stringContaining("cannot be started"),
    });
  });

  it.each([
    ["another version", { status: 200, version: "v1.0.0" }, "it answers 200 as v1.0.0"],
    ["a fault", { status: 503, version: "v2.0.0" }, "it answers 503 as v2.0.0"],
  ])("ends a program that answers with %s", async (_name, answer, reason) => {
    const path = launcher(answer);
    const passMinute = minuteInHand();
    const work = restart(path);
    // A second request means that the first answer was processed.
    await until(() => existsSync(join(folder, "asked again")));
    passMinute();
    expect(await work).toMatchObject({
      healthy: false,
      reason: `${reason}, 60 s after its start`,
    });
    await until(() => !programIsThere());
  });

  it("ends a program that reacts neither to requests nor to signals", async () => {
    const stopped = Promise.withResolvers<void>();
    const work = restart(launcher("is deaf"), stopped.promise);
    await until(() => existsSync(join(folder, "task")));
    stopped.resolve();
    expect(await work).toMatchObject({ healthy: false, wasStopped: true });
    await until(() => !programIsThere());
  });
});
