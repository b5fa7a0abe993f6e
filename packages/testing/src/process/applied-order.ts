import { sql } from "kysely";
import type { Database } from "@wordloom/server/platform/database/tables";

/** Makes PostgreSQL record each answer when it is stored. Call it once. */
export async function noteOrderOfAnswers(database: Database): Promise<void> {
  const statements = [
    `create table applied_order (at bigserial, user_id text, key text)`,
    `create function note_applied() returns trigger language plpgsql as $$ begin
      insert into applied_order (user_id, key) values (new.user_id, new.client_record_id);
      return null;
    end $$`,
    `create trigger note_applied after insert on records for each row
      execute function note_applied()`,
  ];
  for (const text of statements) await sql.raw(text).execute(database);
}

/** Keys of this learner's answers in the order in which they were applied. */
export async function orderOfAnswers(database: Database, userId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from applied_order where user_id = ${userId} order by at
  `.execute(database);
  return rows.map(({ key }) => key);
}
