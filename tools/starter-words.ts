import { createHash } from "node:crypto";
import { tableFaults } from "@wordloom/server/features/library/starter-words/entry-faults";
import { readStarterEntries } from "@wordloom/server/features/library/starter-words/starter-entries";

/**
 * Helps to review the starter words:
 *
 *   node tools/starter-words.ts check            violations of the rules
 *   node tools/starter-words.ts draw SEED COUNT  random entries, the same for each seed
 */
const [command, seed = "1", count = "300"] = process.argv.slice(2);
const entries = await readStarterEntries();

if (command === "check") {
  const faults = tableFaults(entries);
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) process.exitCode = 1;
} else if (command === "draw") {
  // Ordered by a hash of seed and word, so that a change of other words does not change the draw.
  const drawn = Map.groupBy(entries, ({ text }) => digestOf(`${seed} ${text}`));
  for (const key of [...drawn.keys()].toSorted().slice(0, Number(count))) {
    for (const { examples, ...entry } of drawn.get(key) ?? []) {
      const columns = [entry, ...examples].flatMap((part) => Object.values(part));
      console.log(columns.join(" | "));
    }
  }
} else {
  console.error("usage: node tools/starter-words.ts check | draw SEED COUNT");
  process.exitCode = 1;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
