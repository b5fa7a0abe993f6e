import type { Migration } from "./migration.ts";
import { refuseOrphans } from "./refuse-orphans.ts";

const ACCOUNT = "the account is gone";
const IMPORT = "the import it belongs to is gone";

/** Files that learners bring, until seven days after their last step. */
export const imports: Migration = {
  name: "0068-imports",
  statements: [
    `create table imports (
      id text not null primary key,
      user_id text not null,
      name text not null,
      kind text not null,
      size_bytes integer not null,
      state text not null,
      progress real not null,
      step text not null,
      created_at_ms integer not null,
      changed_at_ms integer not null,
      finished_at_ms integer,
      error_code text,
      error_message text,
      options_json text,
      preview_json text,
      counts_json text,
      problems_json text not null,
      problem_count integer not null,
      book_ids_json text not null
    )`,
    `create index imports_user on imports (user_id, created_at_ms)`,
    `create index imports_state on imports (state, changed_at_ms)`,
    // The bytes of a file, so that any process can read it.
    `create table import_parts (
      import_id text not null,
      part integer not null,
      bytes blob not null,
      primary key (import_id, part)
    )`,
    // What an import did, so that it can be taken back: by the learner, or after a crash.
    `create table import_changes (
      import_id text not null,
      seq integer not null,
      what text not null,
      word_id text not null,
      wordbook_id text not null,
      before_json text,
      primary key (import_id, seq)
    )`,
    `create index import_changes_word on import_changes (word_id)`,
    // Books that imports made: a later import of the same name goes on in them.
    `create table import_books (
      wordbook_id text not null primary key,
      user_id text not null
    )`,
    `create index import_books_user on import_books (user_id)`,
  ],
  // Nothing is stored for an account that is gone, nor parts of an import that is.
  sqlite: [
    refuseOrphans("imports", "users", "id = new.user_id", ACCOUNT),
    refuseOrphans("import_parts", "imports", "id = new.import_id", IMPORT),
    refuseOrphans("import_changes", "imports", "id = new.import_id", IMPORT),
    refuseOrphans("import_books", "users", "id = new.user_id", ACCOUNT),
  ],
  postgres: [
    `alter table imports add constraint imports_learner
      foreign key (user_id) references users (id) on delete cascade`,
    `alter table import_parts add constraint import_parts_owner
      foreign key (import_id) references imports (id) on delete cascade`,
    `alter table import_changes add constraint import_changes_owner
      foreign key (import_id) references imports (id) on delete cascade`,
    `alter table import_books add constraint import_books_learner
      foreign key (user_id) references users (id) on delete cascade`,
    `alter table import_parts alter column bytes set storage external`,
  ],
};
