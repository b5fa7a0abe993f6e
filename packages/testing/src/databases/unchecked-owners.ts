import { sql } from "kysely";
import { dialectOf } from "@wordloom/server/platform/database/dialect/dialect-of";
import type { Database } from "@wordloom/server/platform/database/tables";

/**
 * Allows rows to refer to missing accounts and wordbooks (migration 0023-rows-of-learners and those
 * that refuse orphans), so that a test of one service need not create unrelated rows.
 */
export async function uncheckOwners(database: Database): Promise<void> {
  if (dialectOf(database) === "postgres") return void (await UNCHECK_POSTGRES.execute(database));
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema where type = 'trigger'
    and (name like '%\\_learner%' escape '\\' or name like '%\\_book' escape '\\'
      or name like '%\\_owner' escape '\\')`.execute(database);
  for (const { name } of rows) await sql`drop trigger ${sql.table(name)}`.execute(database);
}

const UNCHECK_POSTGRES = sql.raw(`do $$ declare one record; begin
  for one in select conrelid::regclass as owned, conname as name from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace
  loop execute format('alter table %s drop constraint %I', one.owned, one.name); end loop;
  for one in select tgrelid::regclass as owned, tgname as name from pg_trigger
    where not tgisinternal and tgname like '%\\_learner'
  loop execute format('drop trigger %I on %s', one.name, one.owned); end loop;
end $$`);
