import { settingGroups, type Setting } from "../packages/server/src/platform/settings-table.ts";

const INTRODUCTION = `# Settings

<!-- Printed by \`npm run docs\` from packages/server/src/platform/settings-table.ts. -->

Settings are read once, at start, from the environment and from the file named by \`CONFIG_FILE\`
(lines \`KEY=value\`, or a JSON object). The environment wins; an empty value counts as unset.
Whatever is faulty is reported in one message, and the service does not start.

A setting marked *secret* may also be kept in a file of its own:
\`METRICS_TOKEN_FILE=/run/secrets/metrics\` reads it from there. \`npm run wordloom config print\`
shows what is in force and where each value comes from, without the secrets.
`;

/** The settings page of the operating manual. */
export function settingsPage(): string {
  const chapters = Object.entries(settingGroups).map(([title, settings]) => {
    const rows = Object.entries<Setting>(settings).map(row);
    return `## ${title}\n\n| Setting | Default | Meaning |\n|---|---|---|\n${rows.join("\n")}\n`;
  });
  return [INTRODUCTION, ...chapters].join("\n");
}

function row([name, setting]: [string, Setting]): string {
  const mark = setting.secret === true ? " *secret*" : "";
  return `| \`${name}\`${mark} | ${fallbackOf(setting)} | ${setting.about} |`;
}

function fallbackOf({ generated, fallback }: Setting): string {
  if (generated === true) return "made at the first start";
  return fallback === undefined || fallback === "" ? "empty" : `\`${fallback}\``;
}
