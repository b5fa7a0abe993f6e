import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { inspectSettings, type Settings } from "@wordloom/server/platform/settings/settings";

const TEST_SETTINGS: Readonly<Record<string, string>> = {
  PORT: "0",
  DATA_DIR: join(tmpdir(), `wordloom-test-${process.pid}`),
  DATABASE_URL: "sqlite::memory:",
  LOG_LEVEL: "silent",
  STARTER_WORDBOOKS: "false",
  // Otherwise the sounds of each kit would be made in every test of a screen.
  TTS_BUILT_IN: "false",
  JWT_SECRET: "access-secret-for-tests-only-0123456789",
  REFRESH_JWT_SECRET: "refresh-secret-for-tests-only-0123456789",
  ADMIN_JWT_SECRET: "admin-secret-for-tests-only-0123456789",
};

/** Replaces the data directory, which differs between apps, in cached settings. */
const ANY_DIRECTORY = "/data-directory-of-a-test";

/** Settings, and which of them are paths in the data directory. */
interface Kept {
  readonly settings: Settings;
  readonly placed: readonly (readonly [name: string, path: string])[];
}

/** Cached by overrides: reading settings takes longer than most of an app's work. */
const kept = new Map<string, Kept>();

/** Settings for tests: fixed secrets, a silent log, any free port; touches no files. */
export function testSettings(overrides: Record<string, string> = {}): Settings {
  const given = { ...TEST_SETTINGS, ...overrides };
  if (Object.entries(overrides).some(dependsOnFiles)) return inspectSettings(given).settings;
  const { DATA_DIR = "", ...others } = given;
  const name = JSON.stringify(others);
  const found = kept.get(name) ?? keep({ ...others, DATA_DIR: ANY_DIRECTORY });
  kept.set(name, found);
  return within(resolve(DATA_DIR), found);
}

/** True for file settings and for removed secrets, which are looked up in the data directory. */
function dependsOnFiles([name, text]: [string, string]): boolean {
  return name.endsWith("_FILE") || text === "";
}

function keep(given: Record<string, string>): Kept {
  const { settings } = inspectSettings(given);
  const placed = Object.entries(settings).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === "string" && entry[1].includes(ANY_DIRECTORY),
  );
  return { settings, placed };
}

function within(directory: string, { settings, placed }: Kept): Settings {
  const paths = placed.map(([name, path]) => [name, path.replace(ANY_DIRECTORY, () => directory)]);
  return Object.freeze({ ...settings, ...Object.fromEntries(paths) });
}
