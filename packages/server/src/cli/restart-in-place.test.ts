import { describe, expect, it } from "vitest";
import { silentLog } from "../platform/observability/log.ts";
import { restartInPlace } from "./restart-in-place.ts";
import type { Restartable } from "./memory-plan.ts";

/** Thrown here in place of ending the process. */
class Ended extends Error {}

function begun(parts: Partial<Restartable>): { started: unknown[]; status: number | undefined } {
  const started: unknown[] = [];
  let status: number | undefined;
  const end = (code: number): never => {
    status = code;
    throw new Ended();
  };
  const current: Restartable = {
    argv: ["/usr/bin/node", "/app/main.ts", "serve"],
    env: { DATA_DIR: "/data" },
    execArgv: ["--max-semi-space-size=8"],
    execPath: "/usr/bin/node",
    execve(file, args, env) {
      started.push(file, args, env);
      throw new Ended();
    },
    ...parts,
  };
  expect(() => restartInPlace(current, silentLog, end)).toThrow(Ended);
  return { started, status };
}

describe("restartInPlace", () => {
  it("runs the same program with the same arguments and variables", () => {
    const args = ["/usr/bin/node", "--max-semi-space-size=8", "/app/main.ts", "serve"];
    expect(begun({})).toEqual({
      started: ["/usr/bin/node", args, { DATA_DIR: "/data" }],
      status: undefined,
    });
  });

  it.each<[string, Partial<Restartable>]>([
    ["on Windows", { execve: undefined }],
    ["as a child with a channel", { channel: {} }],
  ])("ends with a failure %s", (_where, parts) => {
    expect(begun(parts)).toEqual({ started: [], status: 1 });
  });
});
