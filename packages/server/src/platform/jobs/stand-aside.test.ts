import { execFileSync } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";

const module = new URL("./stand-aside.ts", import.meta.url).href;
// The system says the priority of the thread that asks.
const source = `
  import os from "node:os";
  import { parentPort } from "node:worker_threads";
  import { standAside } from ${JSON.stringify(module)};
  standAside();
  parentPort.postMessage(os.getPriority(0));
`;
const inFirstThread = `
  import os from "node:os";
  import { standAside } from ${JSON.stringify(module)};
  const before = os.getPriority(0);
  standAside();
  console.log(JSON.stringify([before, os.getPriority(0)]));
`;
const script = new URL(`data:text/javascript,${encodeURIComponent(source)}`);

describe.runIf(process.platform === "linux")("standing aside", () => {
  it("lowers the priority of its own thread, and of no other", async () => {
    const before = os.getPriority(0);
    const thread = new Worker(script);
    const [inThread] = (await once(thread, "message")) as [number];
    await thread.terminate();
    expect(inThread).toBe(Math.min(19, before + 10));
    expect(os.getPriority(process.pid)).toBe(os.getPriority(0));
    expect(os.getPriority(0)).toBe(before);
  });

  it("does nothing to the thread that answers requests", () => {
    // In its own process: tests may run in a thread themselves, which would stay slow.
    const args = ["--input-type=module", "--eval", inFirstThread];
    const told = execFileSync(process.execPath, args, { encoding: "utf8" });
    const [before, after] = JSON.parse(told) as [number, number];
    expect(after).toBe(before);
  });
});
