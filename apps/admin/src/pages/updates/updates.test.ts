import type { ApplyTaskStatus } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { channelOfTag, versionsBefore } from "./known-versions.ts";
import { isReplacing, isRunning, latest, phaseStates, taskError } from "./update-task.ts";

const task: ApplyTaskStatus = {
  taskId: "t",
  phase: "downloading",
  percent: 20,
  targetVersion: "v1.4.0",
  startedAt: "2026-04-01T00:00:00.000Z",
};

describe("latest", () => {
  it("prefers the stream's report if it is later and of the same task", () => {
    const streamed = { taskId: "t", phase: "verifying", percent: 55 } as const;
    expect(latest(task, streamed)).toMatchObject({ phase: "verifying", targetVersion: "v1.4.0" });
    expect(latest(task, { ...streamed, taskId: "other" })).toBe(task);
    expect(latest({ ...task, phase: "swapping", percent: 85 }, streamed)?.phase).toBe("swapping");
    expect(latest(undefined, streamed)).toBeUndefined();
  });

  it("never leaves a final state", () => {
    const streamed = { taskId: "t", phase: "restarting", percent: 90 } as const;
    expect(latest({ ...task, phase: "completed", percent: 100 }, streamed)?.phase).toBe(
      "completed",
    );
    const failed = { ...streamed, phase: "failed", percent: 20, error: "NoAsset: none" } as const;
    expect(latest(task, failed)).toMatchObject({ phase: "failed", error: "NoAsset: none" });
  });
});

describe("a task", () => {
  it("runs until it has completed or failed, and is replaced near its end", () => {
    expect(isRunning(undefined)).toBe(false);
    expect(isRunning(task)).toBe(true);
    expect(isRunning({ phase: "completed" })).toBe(false);
    expect(isRunning({ phase: "failed" })).toBe(false);
    expect(isReplacing(task)).toBe(false);
    expect(isReplacing({ phase: "restarting" })).toBe(true);
  });

  it.each([
    [task, "done now ahead ahead ahead ahead ahead ahead"],
    [{ phase: "completed", percent: 100 }, "done done done done done done done done"],
    [{ phase: "failed", percent: 55 }, "done done failed ahead ahead ahead ahead ahead"],
    [{ phase: "failed", percent: 90 }, "done done done done done done failed ahead"],
  ] as const)("has phases behind it, ahead of it, or failed in one: %j", (of, states) => {
    expect(phaseStates(of).map(({ state }) => state)).toEqual(states.split(" "));
  });

  it("names its error", () => {
    expect(taskError("HealthFailed: no answer: 503")).toEqual({
      name: "HealthFailed",
      detail: "no answer: 503",
    });
    expect(taskError("odd")).toEqual({ name: "", detail: "odd" });
  });
});

describe("versions for a rollback", () => {
  it("are those that ran here before, without the current one", () => {
    const entries = [
      { fromVersion: "v1.4.0", toVersion: "v1.5.0", outcome: "rolled_back" },
      { fromVersion: "v1.3.0", toVersion: "v1.4.0", outcome: "success" },
      { fromVersion: "v1.2.0", toVersion: "v1.3.0", outcome: "success" },
    ] as const;
    expect(versionsBefore(entries, "v1.4.0")).toEqual(["v1.3.0", "v1.2.0"]);
  });

  it("belong to the channel that their format indicates", () => {
    expect(channelOfTag("v1.4.0")).toBe("stable");
    expect(channelOfTag("v1.4.0-beta.2")).toBe("beta");
  });
});
