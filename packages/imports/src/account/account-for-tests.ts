import { createHash } from "node:crypto";
import { zipOf, type TestEntry } from "../zip-for-tests.ts";

/** The lines of an archive for tests, by table. Texts are written as they are. */
export type TestTables = Readonly<Record<string, readonly unknown[]>>;

/** What an archive says that is not so. */
export interface TestLies {
  readonly manifest?: Readonly<Record<string, unknown>>;
  readonly counts?: Readonly<Record<string, number>>;
  readonly hashes?: Readonly<Record<string, string>>;
  /** Files besides those of the tables, which the manifest does not name. */
  readonly files?: readonly TestEntry[];
}

export const TEST_ARCHIVED_AT = "2026-05-01T12:00:00.000Z";
const PROFILE = { email: "ada@example.org", username: "Ada", createdAt: TEST_ARCHIVED_AT };

/** The archive of an account, as a service would write it. */
export function accountOf(tables: TestTables, lies: TestLies = {}): Uint8Array {
  const files = Object.entries({ profile: [PROFILE], ...tables }).map(([table, lines]) => {
    const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
    return { table, name: `${table}.ndjson`, content: `${text.join("\n")}\n`, lines };
  });
  const manifest = {
    format: 1,
    createdAt: TEST_ARCHIVED_AT,
    counts: {
      ...Object.fromEntries(files.map(({ table, lines }) => [table, lines.length])),
      ...lies.counts,
    },
    hashes: {
      ...Object.fromEntries(files.map(({ name, content }) => [name, sha256(content)])),
      ...lies.hashes,
    },
    ...lies.manifest,
  };
  return zipOf([
    ...files.map(({ name, content }) => ({ name, content, method: 0 })),
    ...(lies.files ?? []),
    { name: "manifest.json", content: JSON.stringify(manifest) },
  ]);
}

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
