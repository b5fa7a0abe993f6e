import { describe, expect, it } from "vitest";
import { missingFrom, restartWithMissing, type Restartable } from "./memory-plan.ts";

const COMPLETE = {
  flags: ["--max-semi-space-size=8", "--heap-growing-percent=40"],
  env: {
    MALLOC_ARENA_MAX: "1",
    MALLOC_MMAP_THRESHOLD_: "1048576",
    MALLOC_TRIM_THRESHOLD_: "1048576",
  },
};

describe("missingFrom", () => {
  it("names all flags and variables of a bare process", () => {
    expect(missingFrom({ env: {}, execArgv: [] })).toEqual(COMPLETE);
  });

  it("names nothing that is already set, so that a restarted process continues", () => {
    const restarted = { env: COMPLETE.env, execArgv: COMPLETE.flags };
    expect(missingFrom(restarted)).toEqual({ flags: [], env: {} });
  });

  it("respects an operator's flags and variables, however they are spelled", () => {
    const env = {
      NODE_OPTIONS: "--max-old-space-size=256  --max_semi_space_size=32",
      MALLOC_ARENA_MAX: "4",
    };
    const missing = missingFrom({ env, execArgv: ["--heap_growing_percent=100"] });
    expect(missing.flags).toEqual([]);
    expect(Object.keys(missing.env)).toEqual(["MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_"]);
  });

  it("does not change an allocator that is tuned in the other way", () => {
    const env = { GLIBC_TUNABLES: "glibc.malloc.arena_max=2" };
    expect(missingFrom({ env, execArgv: [] }).env).toEqual({});
  });
});

describe("restartWithMissing", () => {
  function restart(changes: Partial<Restartable>) {
    const started: unknown[] = [];
    const execve = (...how: unknown[]) => started.push(how);
    const own = {
      execPath: "/node",
      execArgv: ["--cpu-prof"],
      argv: ["/node", "/main.ts", "serve"],
    };
    restartWithMissing({ ...own, env: { PORT: "1" }, execve, ...changes });
    return started;
  }

  it("runs the same program with its own arguments and the missing ones", () => {
    const args = ["/node", "--cpu-prof", ...COMPLETE.flags, "/main.ts", "serve"];
    const env = { PORT: "1", ...COMPLETE.env };
    expect(restart({})).toEqual([["/node", args, env]]);
  });

  it("does nothing once everything is set", () => {
    expect(restart({ execArgv: COMPLETE.flags, env: COMPLETE.env })).toEqual([]);
  });

  it("keeps the channel of a child to its parent", () => {
    expect(restart({ channel: {} })).toEqual([]);
  });

  it("does nothing on systems that cannot replace a process", () => {
    expect(restart({ execve: undefined })).toEqual([]);
  });
});
