import { resolve } from "node:path";
import { DATA_DIR_PLACEHOLDER, settingsTable } from "./settings-table.ts";
import type { Setting, Settings } from "./settings-table.ts";

/** The values of settings that the environment does not set. */
export function readSettingFallbacks({ DATA_DIR }: Pick<Settings, "DATA_DIR">): Partial<Settings> {
  const entries = Object.entries<Setting>(settingsTable).flatMap(([name, { fallback, type }]) => {
    if (fallback === undefined) return [];
    const text = fallback.replace(DATA_DIR_PLACEHOLDER, DATA_DIR);
    return [[name, name === "DATA_DIR" ? resolve(text) : type.parse(text)] as const];
  });
  return Object.fromEntries(entries) as Partial<Settings>;
}
