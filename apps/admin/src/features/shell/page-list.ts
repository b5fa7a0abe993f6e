import type { TextKey } from "../../text/keys.ts";
import { SETTINGS_PARTS, settingsPath } from "../settings/setting-places.ts";

export interface ConsolePage {
  readonly path: string;
  readonly name: TextKey;
  /** They have addresses of their own, but are not in the sidebar. */
  readonly parts?: readonly Place[];
}

interface Place {
  readonly path: string;
  readonly name: TextKey;
}

interface PageGroup {
  /** Undefined: the first group needs no heading. */
  readonly name: TextKey | undefined;
  readonly pages: readonly ConsolePage[];
}

const settingsParts = SETTINGS_PARTS.slice(1).map((part) => ({
  path: settingsPath(part),
  name: `settings.part_${part}` as const,
}));

/** All pages in the order of the sidebar; the palette finds them, too. */
export const pageGroups: readonly PageGroup[] = [
  {
    name: undefined,
    pages: [
      { path: "/", name: "shell.overview" },
      { path: "/learning", name: "shell.learning" },
    ],
  },
  {
    name: "shell.people",
    pages: [
      { path: "/users", name: "shell.users" },
      { path: "/clients", name: "shell.clients" },
      { path: "/broadcasts", name: "shell.broadcasts" },
      { path: "/feedback", name: "shell.feedback" },
      { path: "/books", name: "shell.books" },
      { path: "/dictionaries", name: "shell.dictionaries" },
    ],
  },
  {
    name: "shell.engine",
    pages: [
      { path: "/engine", name: "shell.quality" },
      {
        path: "/engine/parameters",
        name: "shell.parameters",
        parts: [
          { path: "/engine/parameters/versions", name: "parameters.history" },
          { path: "/engine/parameters/canary", name: "parameters.canary" },
        ],
      },
      { path: "/engine/advisor", name: "shell.advisor" },
      { path: "/engine/experiments", name: "shell.experiments" },
    ],
  },
  {
    name: "shell.service",
    pages: [
      { path: "/packs", name: "shell.packs" },
      { path: "/updates", name: "shell.updates" },
      { path: "/backups", name: "shell.backups" },
      { path: "/monitoring", name: "shell.monitoring" },
      { path: "/analytics", name: "shell.analytics" },
    ],
  },
  {
    name: "shell.place",
    pages: [
      { path: "/settings", name: "shell.settings", parts: settingsParts },
      { path: "/audit", name: "shell.audit" },
    ],
  },
];

/** The page that an address belongs to: the one with the longest matching path. */
export function pageAt(address: string): ConsolePage | undefined {
  return pageGroups
    .flatMap(({ pages }) => pages)
    .filter(({ path }) => isAt(address, path))
    .toSorted((one, other) => other.path.length - one.path.length)[0];
}

function isAt(address: string, path: string): boolean {
  return address === path || (path !== "/" && address.startsWith(`${path}/`));
}
