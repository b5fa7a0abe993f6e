import { DatabaseSync } from "node:sqlite";
import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import { createSqliteConnection } from "./sqlite-connection.ts";

describe("createSqliteConnection", () => {
  it("counts a file as many rows, because few parts fill the log as much", async () => {
    const file = new DatabaseSync(":memory:");
    file.exec("create table parts (bytes blob)");
    const retry = (fault: unknown) => Promise.reject(fault);
    const connection = createSqliteConnection(file, { retry });
    const insert = (bytes: Uint8Array) =>
      connection.executeQuery(CompiledQuery.raw("insert into parts values (?)", [bytes]));
    await insert(new Uint8Array(10));
    expect(connection.rowsWritten()).toBe(1);
    await insert(new Uint8Array(1024 ** 2));
    expect(connection.rowsWritten()).toBeGreaterThan(1_000);
    expect(connection.rowsWritten()).toBe(0);
    file.close();
  });
});
