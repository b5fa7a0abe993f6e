import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { defaultParameters, withParameters, type EngineParameters } from "@wordloom/engine";
import { followEngineConfiguration } from "../../features/adaptation/engine-config/config-follow.service.ts";
import { parametersInForce } from "../../features/adaptation/engine-config/engine-config.service.ts";
import { toToml } from "../../features/adaptation/engine-config/toml-text.ts";
import { silentLog } from "../../platform/observability/log.ts";
import { createTestClock } from "@wordloom/testing/service/test-clock";
import { openCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { testSettings } from "@wordloom/testing/service/test-settings";

export const standard = defaultParameters();
export const calmer = withParameters(standard, { "monitoring.eceAlert": 0.25 });
export const bolder = withParameters(standard, { "memoryModel.w[3]": 9.5 });

/** The origin of a version by hand. */
export const byHand = { source: "manual", authorAdminId: "a1" } as const;

export type ConfigNeeds = Awaited<ReturnType<ConfigFolder["open"]>>;
type ConfigFolder = ReturnType<typeof configFolder>;

/** A folder with a configuration file, for tests of one test file. */
export function configFolder() {
  const directory = mkdtempSync(join(memoryFolder(), "wordloom-config-"));
  const file = join(directory, "amas_config.toml");
  return {
    directory,
    file,
    /** An emptied database and the file; errors are collected. */
    async open(overrides: Record<string, string> = {}) {
      const errors: object[] = [];
      return {
        errors,
        clock: createTestClock(),
        database: await openCleanDatabase(),
        log: { ...silentLog, error: (fields: object) => void errors.push(fields) },
        settings: testSettings({ AMAS_CONFIG_FILE: file, ...overrides }),
      };
    },
    read: () => readFileSync(file, "utf8"),
    write: (text: string) => writeFileSync(file, text),
    /** The stored texts of refused changes, oldest first. */
    refused(): string[] {
      const names = readdirSync(directory).filter((name) => name.includes(".toml.refused-"));
      return names.toSorted().map((name) => readFileSync(join(directory, name), "utf8"));
    },
    clear() {
      for (const name of readdirSync(directory)) rmSync(join(directory, name), { recursive: true });
    },
    remove: () => rmSync(directory, { recursive: true }),
  };
}

/** Another process on the same database and file. */
export function otherProcess(needs: ConfigNeeds): ConfigNeeds {
  return { ...needs, database: needs.database.withoutPlugins() };
}

/** Runs the check twice: an edit is applied only once the file is unchanged. */
export async function lookTwice(needs: ConfigNeeds): Promise<void> {
  await followEngineConfiguration(needs);
  await followEngineConfiguration(needs);
}

/** The file as the service writes it for the current version. */
export function copyOf(needs: ConfigNeeds, parameters: EngineParameters): string {
  return toToml(parameters, parametersInForce(needs).versionHash);
}

/** A file with this text below the line that names the current version. */
export function editOf(needs: ConfigNeeds, text: string): string {
  return `# version ${parametersInForce(needs).versionHash}\n${text}`;
}
