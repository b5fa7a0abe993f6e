import { createHash } from "node:crypto";
import { tableFaults } from "@wordloom/server/features/library/starter-words/entry-faults";
import {
  readLanguageEntries,
  type LanguageEntry,
} from "@wordloom/server/features/library/starter-words/language-entries";
import { languageFaults } from "@wordloom/server/features/library/starter-words/language-faults";
import {
  readFormerOrders,
  readStarterEntries,
  type StarterEntry,
} from "@wordloom/server/features/library/starter-words/starter-entries";

/**
 * Helps to review the starter words:
 *
 *   node tools/starter-words.ts check                 violations of the rules
 *   node tools/starter-words.ts draw SEED COUNT [de]  random entries, the same for each seed
 *   node tools/starter-words.ts moves                 what came and left with the English order
 */
const [command, seed = "1", count = "300", language = "en"] = process.argv.slice(2);
const english = await readStarterEntries();
const others = await readLanguageEntries();
const BOOK_SIZES = [1000, 3000];

if (command === "check") {
  const faults = [
    ...tableFaults(english),
    ...others.flatMap(([taught, entries]) =>
      languageFaults(taught, entries).map((fault) => `${taught.language}: ${fault}`),
    ),
  ];
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) process.exitCode = 1;
} else if (command === "draw") {
  // Ordered by a hash of seed and word, so that a change of other words does not change the draw.
  const drawn = entriesIn(language).map((entry) => {
    return { order: digestOf(`${seed} ${entry.text}`), entry };
  });
  drawn.sort((a, b) => (a.order < b.order ? -1 : 1));
  for (const { entry } of drawn.slice(0, Number(count))) {
    const { examples, ...word } = entry;
    const columns: unknown[] = [word, ...examples].flatMap((part) => Object.values(part));
    console.log(columns.join(" | "));
  }
} else if (command === "moves") {
  const former = (await readFormerOrders()).at(-1)?.texts ?? [];
  const present = english.map(({ text }) => text);
  for (const size of BOOK_SIZES) {
    const [before, after] = [former.slice(0, size), present.slice(0, size)];
    console.log(`came into the first ${size}: ${without(after, before).join(" ")}`);
    console.log(`left the first ${size}: ${without(before, after).join(" ")}`);
  }
} else {
  console.error("usage: node tools/starter-words.ts check | draw SEED COUNT [LANGUAGE] | moves");
  process.exitCode = 1;
}

function without(texts: readonly string[], others: readonly string[]): string[] {
  const left = new Set(others);
  return texts.filter((text) => !left.has(text));
}

function entriesIn(taught: string): readonly (StarterEntry | LanguageEntry)[] {
  return others.find(([one]) => one.language === taught)?.[1] ?? english;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
