import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { MutexTimeoutError } from "./dialect/mutex.ts";
import { gaveWay, isStorageUnavailable } from "./storage-errors.ts";

const folder = mkdtempSync(join(tmpdir(), "wordloom-storage-"));
afterAll(() => rmSync(folder, { recursive: true }));

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

function open(name: string, options = {}): DatabaseSync {
  return new DatabaseSync(join(folder, name), options);
}

describe("isStorageUnavailable on SQLite", () => {
  it("is true if the file cannot be opened", () => {
    expect(isStorageUnavailable(thrownBy(() => open("missing/x.db")))).toBe(true);
  });

  it("is true if another connection holds the lock", () => {
    const [one, two] = [open("locked.db"), open("locked.db", { timeout: 0 })];
    one.exec("begin immediate");
    expect(isStorageUnavailable(thrownBy(() => two.exec("begin immediate")))).toBe(true);
    one.close();
    two.close();
  });

  it("is true if the file is read-only", () => {
    open("read-only.db").exec("create table t (a)");
    const reader = open("read-only.db", { readOnly: true });
    const error = thrownBy(() => reader.exec("insert into t values (1)"));
    expect(isStorageUnavailable(error)).toBe(true);
    reader.close();
  });

  it("is true if the disk is full", () => {
    const full = open("full.db");
    full.exec("create table t (a); pragma max_page_count = 2");
    const error = thrownBy(() => full.exec("insert into t values (zeroblob(100000))"));
    expect(isStorageUnavailable(error)).toBe(true);
    full.close();
  });

  it("is false for an invalid statement and a constraint violation", () => {
    const memory = new DatabaseSync(":memory:");
    memory.exec("create table t (a primary key); insert into t values (1)");
    expect(isStorageUnavailable(thrownBy(() => memory.exec("bogus")))).toBe(false);
    const twice = thrownBy(() => memory.exec("insert into t values (1)"));
    expect(isStorageUnavailable(twice)).toBe(false);
  });
});

describe("isStorageUnavailable on PostgreSQL", () => {
  it.each([
    ["disk full", "53100", true],
    ["too many connections", "53300", true],
    ["server going down", "57P01", true],
    ["connection lost", "08006", true],
    ["I/O error", "58030", true],
    ["lock not free in time", "55P03", true],
    ["statement canceled", "57014", true],
    ["transaction idle for too long", "25P03", true],
    ["unique violation", "23505", false],
    ["read-only", "25006", true],
    ["transaction too long", "25P04", true],
    ["commit of unknown end", "40003", true],
    ["starting, or not yet a primary", "57P03", true],
    ["database dropped", "57P04", true],
    ["sign-in refused", "28P01", true],
    ["no such database", "3D000", true],
    ["deadlock", "40P01", false],
    ["foreign key violation in the end", "40002", false],
    ["transaction failed before", "25P02", false],
    ["syntax error", "42601", false],
  ])("%s", (_name, code, expected) => {
    const error = new pg.DatabaseError("said the server", 0, "error");
    error.code = code;
    expect(isStorageUnavailable(error)).toBe(expected);
  });

  it("is true if the connection is refused", async () => {
    const client = new pg.Client({ connectionString: "postgres://x@127.0.0.1:1/x" });
    const error: unknown = await client.connect().catch((cause: unknown) => cause);
    expect(isStorageUnavailable(error)).toBe(true);
  });

  it.each([
    "timeout exceeded when trying to connect",
    "Connection terminated unexpectedly",
    "Client has encountered a connection error and is not queryable",
    "Client was closed and is not queryable",
  ])("is true for the client's own '%s'", (message) => {
    expect(isStorageUnavailable(new Error(message))).toBe(true);
  });
});

describe("gaveWay", () => {
  it.each([
    ["a deadlock", "40P01", true],
    ["a serialization failure", "40001", true],
    ["a rollback for another reason", "40000", true],
    ["a constraint", "40002", false],
    ["a canceled statement", "57014", false],
  ])("knows %s", (_name, code, expected) => {
    const error = new pg.DatabaseError("said the server", 0, "error");
    error.code = code;
    expect(gaveWay(error)).toBe(expected);
  });
});

describe("isStorageUnavailable", () => {
  it("is true if the connection is never free", () => {
    expect(isStorageUnavailable(new MutexTimeoutError(1))).toBe(true);
  });

  it.each([
    ["a bug", new TypeError("x is undefined")],
    ["no error at all", "text"],
  ])("is false for %s", (_name, thrown) => {
    expect(isStorageUnavailable(thrown)).toBe(false);
  });

  it("is true if the log cannot be flushed", () => {
    const error = Object.assign(new Error("EIO"), { code: "EIO", syscall: "fdatasync" });
    expect(isStorageUnavailable(error)).toBe(true);
  });

  it("is false for another missing file", () => {
    const error = Object.assign(new Error("ENOENT"), { code: "ENOENT", syscall: "open" });
    expect(isStorageUnavailable(error)).toBe(false);
  });
});
