import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { settingsTable } from "./settings-table.ts";
import type { Setting } from "./settings-table.ts";
import { messageOf } from "../basics/thrown.ts";

/** The text of one setting and where it was found. */
export interface Source {
  readonly text: string;
  /** `environment` or `file <path>`. */
  readonly origin: string;
}

interface Gathered {
  readonly sources: Map<string, Source>;
  readonly faults: string[];
}

/**
 * Collects the text of every setting: from the environment first, then from CONFIG_FILE. In both,
 * `<NAME>_FILE` names a file that contains a secret. Empty counts as unset, unless the table
 * says otherwise.
 */
export function gatherSources(environment: NodeJS.ProcessEnv): Gathered {
  const gathered: Gathered = { sources: new Map(), faults: [] };
  collect(gathered, environment, "environment");
  const configFile = environment["CONFIG_FILE"];
  if (configFile !== undefined && configFile !== "") {
    const entries = attempt(gathered, "CONFIG_FILE", () => readConfigFile(configFile));
    if (entries !== undefined) collect(gathered, entries, `file ${configFile}`);
  }
  return gathered;
}

function collect(gathered: Gathered, entries: NodeJS.ProcessEnv, origin: string): void {
  for (const [name, setting] of Object.entries<Setting>(settingsTable)) {
    if (gathered.sources.has(name)) continue;
    const text = entries[name] ?? "";
    const file = setting.secret === true ? (entries[`${name}_FILE`] ?? "") : "";
    if (text !== "" && file !== "") {
      gathered.faults.push(`${name} and ${name}_FILE are both set; keep one of them`);
    }
    const isGiven = text !== "" || (setting.keepsEmpty === true && entries[name] === "");
    if (isGiven) gathered.sources.set(name, { text, origin });
    else if (file !== "") collectFile(gathered, name, file);
  }
}

function collectFile(gathered: Gathered, name: string, file: string): void {
  const text = attempt(gathered, `${name}_FILE`, () => readFileSync(file, "utf8").trim());
  if (text === "") gathered.faults.push(`${name}_FILE names an empty file: ${file}`);
  else if (text !== undefined) gathered.sources.set(name, { text, origin: `file ${file}` });
}

/** KEY=value lines, or a JSON object whose lists become comma-separated text. */
function readConfigFile(path: string): NodeJS.ProcessEnv {
  const text = readFileSync(path, "utf8");
  if (!text.trimStart().startsWith("{")) return parseEnv(text);
  const entries = Object.entries(JSON.parse(text) as Record<string, unknown>);
  return Object.fromEntries(
    entries.filter(([, value]) => value !== null).map(([name, value]) => [name, String(value)]),
  );
}

function attempt<T>(gathered: Gathered, name: string, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    const reason = messageOf(error);
    gathered.faults.push(`${name} cannot be read: ${reason}`);
    return undefined;
  }
}
