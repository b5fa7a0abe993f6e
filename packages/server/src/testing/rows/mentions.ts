import { sql, type TableMetadata } from "kysely";
import type { Database } from "../../platform/database/tables.ts";
import type { TestAccount } from "@wordloom/testing/content/accounts";

/** All tables except the internal ones of the search index. */
export async function tablesOf(database: Database): Promise<TableMetadata[]> {
  const tables = await database.introspection.getTables();
  return tables.filter(({ name }) => !name.startsWith("words_search"));
}

/** Number of rows, by table, that mention the learner's id or address. */
export async function mentionsOf(
  database: Database,
  { id, email }: Pick<TestAccount, "id" | "email">,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await tablesOf(database)) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(database);
    const named = rows.filter((row) => {
      const text = JSON.stringify(row);
      return text.includes(email) || new RegExp(`\\b${id}\\b`).test(text);
    });
    if (named.length > 0) counts[name] = named.length;
  }
  return counts;
}
