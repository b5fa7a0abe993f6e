import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A card; `due` is a date if it is one to review. */
interface AnkiCard
  extends
    Readonly<Record<"ord" | "type" | "queue" | "ivl" | "factor" | "reps" | "lapses", number>>,
    Readonly<Record<"s" | "d", number | null>> {
  readonly guid: string;
  readonly deck: string;
  readonly due: string | number;
  readonly flags: number;
}

/** What Anki says of the decks it imported. Reviews: id, guid, ordinal, then the log's columns. */
export interface AnkiFacts {
  readonly logs: readonly Readonly<Record<"new" | "updated" | "duplicate", number>>[];
  readonly notes: readonly {
    readonly guid: string;
    readonly type: string;
    readonly fields: readonly string[];
    readonly tags: readonly string[];
  }[];
  readonly cards: readonly AnkiCard[];
  readonly reviews: readonly (readonly (number | string)[])[];
  readonly types: Readonly<
    Record<string, { readonly fields: readonly string[]; readonly cards: readonly string[] }>
  >;
  readonly media: readonly string[];
}

/** A Python that has Anki, or undefined. `ANKI_PYTHON` names one. */
export const ankiPython: string | undefined = [process.env["ANKI_PYTHON"], "python3"]
  .filter((name) => name !== undefined && name !== "")
  .find((name) => spawnSync(name ?? "", ["-c", "import anki.collection"]).status === 0);

/**
 * Has the real Anki import decks, one after another, and export them again.
 *
 * @param zone  that of the machine on which Anki runs
 */
export function throughAnki(
  decks: readonly Uint8Array[],
  zone = "UTC",
): { facts: AnkiFacts; exported: Uint8Array } {
  const folder = mkdtempSync(join(tmpdir(), "wordloom-anki-"));
  try {
    const paths = decks.map((bytes, index) => {
      const path = join(folder, `${index}.apkg`);
      writeFileSync(path, bytes);
      return path;
    });
    const script = join(import.meta.dirname, "anki_facts.py");
    const out = join(folder, "out.apkg");
    const printed = execFileSync(ankiPython ?? "python3", [script, out, ...paths], {
      env: { ...process.env, TZ: zone },
      maxBuffer: 512 * 1024 ** 2,
      encoding: "utf8",
    });
    const facts = JSON.parse(printed.slice(printed.indexOf("{"))) as AnkiFacts;
    return { facts, exported: readFileSync(out) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
