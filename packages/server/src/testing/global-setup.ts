import { findPostgres } from "./postgres-binaries.ts";
import { startPostgres } from "./postgres-server.ts";
import { createTemplate, dropDatabase } from "./postgres-databases.ts";

/**
 * One PostgreSQL server for the whole run, and in it one migrated database to copy for each test.
 * The workers inherit both addresses through the environment.
 */
export async function setup(): Promise<() => Promise<void>> {
  const source = findPostgres(process.env);
  if (source === undefined) throw new Error("no PostgreSQL to test with");
  const server = await startPostgres(source);
  const template = await createTemplate(server.url);
  process.env["TEST_POSTGRES_URL"] = server.url;
  process.env["TEST_POSTGRES_TEMPLATE"] = template;

  return async () => {
    if (source.kind === "server") await dropDatabase(server.url, template);
    await server.stop();
  };
}
