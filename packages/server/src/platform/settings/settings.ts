import { resolve } from "node:path";
import { gatherSources, type Source } from "./setting-sources.ts";
import { prepareDataDirectory } from "./data-directory.ts";
import { DATA_DIR_PLACEHOLDER, settingsTable } from "./settings-table.ts";
import type { Setting, SettingName, Settings } from "./settings-table.ts";
import { readOrCreateSecrets, readExistingSecrets } from "./secrets.ts";
import { messageOf } from "../basics/thrown.ts";

export type { Settings } from "./settings-table.ts";

/** Where the value of a setting comes from: `default`, `environment`, `file …` or `generated`. */
export type Origins = Readonly<Record<SettingName, string>>;

/** Where settings carry their origins; copies keep them. */
const ORIGINS = Symbol("origins");

/** Where the value of a setting came from; undefined for settings that were not read. */
export function originOf(settings: Settings, name: SettingName): string | undefined {
  return (settings as { readonly [ORIGINS]?: Origins })[ORIGINS]?.[name];
}

const NAMES = Object.keys(settingsTable) as SettingName[];
const SIGNING_SECRETS = ["JWT_SECRET", "REFRESH_JWT_SECRET", "ADMIN_JWT_SECRET"] as const;

/**
 * Reads all settings. Creates the data directory and, under `<DATA_DIR>/secrets/`, the signing
 * secrets that are not set.
 *
 * @throws Error listing all faulty variables, so that they can be fixed together
 */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const reading = read(environment);
  if (reading.faults.length === 0) reading.faults.push(...addSecrets(reading, makeSecrets));
  return finish(reading).settings;
}

/** The settings and their origins; creates nothing. Secrets that do not exist yet are undefined. */
export function inspectSettings(environment: NodeJS.ProcessEnv = process.env): {
  settings: Settings;
  origins: Origins;
} {
  const reading = read(environment);
  reading.faults.push(...addSecrets(reading, readExistingSecrets));
  return finish(reading);
}

interface Reading {
  readonly values: Record<string, unknown>;
  readonly origins: Record<string, string>;
  readonly faults: string[];
}

function read(environment: NodeJS.ProcessEnv): Reading {
  const { sources, faults } = gatherSources(environment);
  const reading: Reading = { values: {}, origins: {}, faults };
  const dataDir = resolve(sources.get("DATA_DIR")?.text ?? settingsTable.DATA_DIR.fallback);
  for (const name of NAMES) readOne(reading, name, sources.get(name), dataDir);
  for (const name of ["DATA_DIR", "LOG_DIR", "AMAS_CONFIG_FILE"] as const) {
    reading.values[name] = resolve(String(reading.values[name]));
  }
  reading.faults.push(...conflicts(reading.values));
  return reading;
}

function readOne(reading: Reading, name: SettingName, source: Source | undefined, dataDir: string) {
  const setting: Setting = settingsTable[name];
  const text = source?.text ?? setting.fallback?.replace(DATA_DIR_PLACEHOLDER, dataDir);
  reading.origins[name] = source?.origin ?? "default";
  if (text === undefined) return;
  const parsed = setting.type.safeParse(text);
  if (parsed.success) reading.values[name] = parsed.data;
  else for (const issue of parsed.error.issues) reading.faults.push(`${name} ${issue.message}`);
}

/** Contradictions between settings. */
function conflicts(values: Record<string, unknown>): string[] {
  const faults: string[] = [];
  if (Number(values["PAGINATION_DEFAULT_SIZE"]) > Number(values["PAGINATION_MAX_SIZE"])) {
    faults.push("PAGINATION_DEFAULT_SIZE must not exceed PAGINATION_MAX_SIZE");
  }
  if (values["LLM_ENABLED"] === true && values["LLM_MOCK"] !== true) {
    for (const name of ["LLM_API_URL", "LLM_MODEL"]) {
      if (values[name] === undefined) faults.push(`${name} is needed with LLM_ENABLED`);
    }
  }
  if (values["TTS_API_URL"] !== undefined) {
    if (values["TTS_MODEL"] === undefined) faults.push("TTS_MODEL is needed with TTS_API_URL");
    if (values["TTS_VOICES"] === "{}") faults.push("TTS_VOICES is needed with TTS_API_URL");
  }
  for (const [at, name] of SIGNING_SECRETS.entries()) {
    const value = values[name];
    const same = SIGNING_SECRETS.slice(0, at).find((other) => values[other] === value);
    if (value !== undefined && same !== undefined) faults.push(`${name} must differ from ${same}`);
  }
  return faults;
}

function makeSecrets(dataDir: string, names: readonly string[]): Record<string, string> {
  prepareDataDirectory(dataDir);
  return readOrCreateSecrets(dataDir, names);
}

function addSecrets(reading: Reading, obtain: typeof readOrCreateSecrets): string[] {
  const missing = NAMES.filter((name) => {
    const setting: Setting = settingsTable[name];
    return setting.generated === true && reading.origins[name] === "default";
  });
  try {
    const made = obtain(String(reading.values["DATA_DIR"]), missing);
    Object.assign(reading.values, made);
  } catch (error) {
    return [messageOf(error)];
  }
  for (const name of missing) reading.origins[name] = "generated";
  return conflicts(reading.values);
}

function finish(reading: Reading): { settings: Settings; origins: Origins } {
  if (reading.faults.length > 0) {
    const lines = reading.faults.map((fault) => `  ${fault}`);
    throw new Error(`Settings are not usable:\n${lines.join("\n")}`);
  }
  const origins = reading.origins as Origins;
  const settings = Object.freeze({ ...reading.values, [ORIGINS]: origins });
  return { settings: settings as unknown as Settings, origins };
}
