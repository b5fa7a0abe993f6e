import { DatabaseSync } from "node:sqlite";
import { migrations } from "./migrations/index.ts";
import { statementsFor } from "./migrations/migration.ts";

const HEADING = `-- What all migrations together make, in SQLite's words.
-- Printed by \`npm run docs\`; change it by adding a migration.
`;

/** The schema as SQL text: each table in order of name, with its indexes. */
export function schemaSnapshot(): string {
  const database = new DatabaseSync(":memory:");
  for (const migration of migrations) {
    for (const statement of statementsFor(migration, "sqlite")) database.exec(statement);
  }
  // Without SQLite's internal objects: unnamed indexes and the parts of the full-text index.
  const made = database
    .prepare(
      `select sql from sqlite_schema where sql is not null
         and tbl_name not like 'sqlite_%' and tbl_name not like 'words\\_search\\_%' escape '\\'
       order by tbl_name, type = 'index', name`,
    )
    .all();
  database.close();
  return [HEADING, ...made.map(({ sql }) => `${normalized(String(sql))};\n`)].join("\n");
}

/** One line per column, regardless of the migration's indentation; `create` in lowercase. */
function normalized(statement: string): string {
  const quiet = statement.replace(/^CREATE( [A-Z]+)+/, (words) => words.toLowerCase());
  const lines = quiet.split("\n").map((line) => line.trim());
  const inner = lines.slice(1, -1).map((line) => `  ${line}`);
  const [first = "", last] = [lines[0], lines.length > 1 ? lines.at(-1) : undefined];
  if (last === undefined) return first;
  return [first, ...inner, last.startsWith(")") ? last : `  ${last}`].join("\n");
}
