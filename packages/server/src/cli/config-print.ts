import { inspectSettings } from "../platform/settings/settings.ts";
import { settingsTable } from "../platform/settings/settings-table.ts";
import type { Origins, Settings } from "../platform/settings/settings.ts";
import type { Setting, SettingName } from "../platform/settings/settings-table.ts";
import { UsageError } from "./output.ts";
import type { Command } from "./output.ts";

/**
 * `config print`: every setting with its value and origin; secrets are hidden. With a name, prints
 * only that value, for scripts; empty if it has none.
 */
export const configCommand: Command = async ([what, one], output) => {
  if (what !== "print") throw new UsageError(`no such command: config ${what ?? ""}`);
  const { settings, origins } = inspectSettings();
  if (one !== undefined) {
    if (!isSetting(one)) throw new UsageError(`no such setting: ${one}`);
    output.print(textOf(one, settings));
    return 0;
  }
  for (const line of configLines(settings, origins)) output.print(line);
  return 0;
};

export function configLines(settings: Settings, origins: Origins): string[] {
  const names = Object.keys(settingsTable) as SettingName[];
  const width = Math.max(...names.map((name) => name.length));
  return names.map((name) => {
    const origin = originOf(name, settings, origins);
    return `${name.padEnd(width)}  ${format(name, settings)}  (${origin})`;
  });
}

function isSetting(name: string): name is SettingName {
  return Object.hasOwn(settingsTable, name);
}

function format(name: SettingName, settings: Settings): string {
  return textOf(name, settings) || "-";
}

function textOf(name: SettingName, settings: Settings): string {
  const value = settings[name];
  const { secret }: Setting = settingsTable[name];
  if (value === undefined || String(value) === "") return "";
  if (secret !== true) return String(value);
  return name.endsWith("_URL") ? withoutCredentials(String(value)) : "[hidden]";
}

/** Prints the address of a server without the credentials. */
function withoutCredentials(url: string): string {
  return url.replace(/\/\/.*@/, "//[hidden]@").replace(/\?.*/, "?[hidden]");
}

function originOf(name: SettingName, settings: Settings, origins: Origins): string {
  const pending = origins[name] === "generated" && settings[name] === undefined;
  return pending ? "will be generated at the first start" : origins[name];
}
