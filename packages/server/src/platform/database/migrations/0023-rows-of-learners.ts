import type { Migration } from "./migration.ts";

/** Tables whose rows belong to the learner in `user_id`. */
const OWN = [
  "amas_events",
  "answer_outbox",
  "app_event_learners",
  "app_events",
  "badges",
  "daily_activity",
  "data_exports",
  "engine_events",
  "engine_fits",
  "engine_states",
  "experiment_arms",
  "feedback",
  "learning_sessions",
  "notifications",
  "pack_installs",
  "password_resets",
  "preferences",
  "probe_requests",
  "records",
  "study_configs",
  "telemetry_reports",
  "user_profiles",
  "word_favorites",
  "word_notes",
  "word_states",
  "wordbook_center_settings",
  "wordbook_imports",
  "wordbooks",
];

/** Tables whose rows belong to the wordbook in `wordbook_id`. */
const OF_BOOKS = ["wordbook_import_words", "wordbook_words"];

/** Nothing else reads a learner from these columns; `where` tells the rows that have one. */
const APART = [
  { table: "engine_policies", column: "user_id", where: "new.user_id <> ''" },
  { table: "sessions", column: "account_id", where: "new.kind = 'learner'" },
];

const orphans = (table: string, column: string, owners: string) =>
  `${column} is not null and not exists (select 1 from ${owners} where id = ${table}.${column})`;

const removals = [
  `delete from engine_policies
    where user_id <> '' and ${orphans("engine_policies", "user_id", "users")}`,
  `delete from sessions
    where kind = 'learner' and ${orphans("sessions", "account_id", "users")}`,
  `delete from devices
    where banned_at_ms is null and ${orphans("devices", "user_id", "users")}`,
  `update devices set user_id = null, ip = null, fingerprint = null, fingerprint_coarse = null,
      model = null, time_zone = null, language = null, profile_json = null
    where ${orphans("devices", "user_id", "users")}`,
  ...OWN.map((table) => `delete from ${table} where ${orphans(table, "user_id", "users")}`),
  ...OF_BOOKS.map(
    (table) => `delete from ${table} where ${orphans(table, "wordbook_id", "wordbooks")}`,
  ),
];

/** From here on new rows are checked, so that none escapes the removal of old ones. */
const foreignKeys = [
  ...OWN.map((table) => foreignKey(table, "learner", "user_id", "users", "cascade")),
  // A ban outlives the account.
  foreignKey("devices", "learner", "user_id", "users", "set null"),
  ...OF_BOOKS.map((table) => foreignKey(table, "book", "wordbook_id", "wordbooks", "cascade")),
];

function foreignKey(
  table: string,
  owner: string,
  column: string,
  owners: string,
  onDelete: string,
): string {
  return `alter table ${table} add constraint ${table}_${owner}
    foreign key (${column}) references ${owners} (id) on delete ${onDelete} not valid`;
}

const validations = foreignKeys.map((text) => {
  const [, table = "", name = ""] = /^alter table (\w+) add constraint (\w+)/.exec(text) ?? [];
  return `alter table ${table} validate constraint ${name}`;
});

/** What a foreign key does, for columns that refer to an account only in some rows. */
const requireLearner = `
  create function require_learner() returns trigger language plpgsql as $$
  begin
    perform 1 from users where id = to_jsonb(new) ->> tg_argv[0] for key share;
    if not found then
      raise foreign_key_violation
        using constraint = tg_name, table = tg_table_name, message = 'the account is gone';
    end if;
    return null;
  end $$`;

const postgresTriggers = APART.map(
  ({ table, column, where }) => `create trigger ${table}_learner
    after insert or update of ${column} on ${table} for each row when (${where})
    execute function require_learner('${column}')`,
);

/**
 * The message is what `isAccountGone` recognizes. A row that replaces nothing is inserted; upserts
 * that only update are not checked, as on PostgreSQL.
 */
function sqliteTrigger(
  event: string,
  { table, column, where }: { table: string; column: string; where: string },
  { owner = "learner", owners = "users", gone = "the account is gone" } = {},
): string {
  const suffix = event === "insert" ? owner : `${owner}_changed`;
  return `create trigger ${table}_${suffix} after ${event} on ${table}
    when ${where} and not exists (select 1 from ${owners} where id = new.${column})
    begin
      select raise(abort, '${gone}');
    end`;
}

const ofLearner = (table: string) => ({
  table,
  column: "user_id",
  where: "new.user_id is not null",
});

const sqliteTriggers = [
  ...OWN.map((table) => sqliteTrigger("insert", ofLearner(table))),
  sqliteTrigger("insert", ofLearner("devices")),
  sqliteTrigger("update of user_id", ofLearner("devices")),
  ...APART.map((place) => sqliteTrigger("insert", place)),
  ...OF_BOOKS.map((table) =>
    sqliteTrigger(
      "insert",
      { table, column: "wordbook_id", where: "true" },
      { owner: "book", owners: "wordbooks", gone: "the wordbook is gone" },
    ),
  ),
];

/**
 * The database refuses rows of an account that does not exist: of an erasure and a concurrent
 * write, either the write is first and erased too, or it fails. Rows of earlier erasures are
 * removed.
 *
 * PostgreSQL has foreign keys. A SQLite table gets them only by being copied, which for large
 * tables takes minutes; triggers do the same for inserts, and erasures delete explicitly.
 */
export const rowsOfLearners: Migration = {
  name: "0023-rows-of-learners",
  statements: [],
  sqlite: [...removals, ...sqliteTriggers],
  postgres: [...foreignKeys, requireLearner, ...postgresTriggers, ...removals, ...validations],
};
