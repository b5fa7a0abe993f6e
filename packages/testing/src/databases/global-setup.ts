import { findPostgres } from "./postgres-binaries.ts";
import { startPostgres } from "./postgres-server.ts";
import { createTemplates, dropDatabase } from "./postgres-databases.ts";

/**
 * One PostgreSQL server for the whole run, and in it migrated databases to copy for each test. The
 * workers inherit the addresses through the environment.
 *
 * @public  vitest calls it by its name
 */
export async function setup(): Promise<() => Promise<void>> {
  const source = findPostgres(process.env);
  if (source === undefined) throw new Error("no PostgreSQL to test with");
  const server = await startPostgres(source);
  const { checked, unchecked } = await createTemplates(server.url);
  process.env["TEST_POSTGRES_URL"] = server.url;
  process.env["TEST_POSTGRES_TEMPLATE"] = checked;
  process.env["TEST_POSTGRES_UNCHECKED_TEMPLATE"] = unchecked;

  return async () => {
    if (source.kind === "server") {
      for (const name of [checked, unchecked]) await dropDatabase(server.url, name);
    }
    await server.stop();
  };
}
