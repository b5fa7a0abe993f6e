import path from "node:path";
import { featureOf, FEATURES, PLATFORM } from "./floors.ts";
import type { Import, SourceFile } from "./source-file.ts";

/** Allowed imports inside packages/server/src/features: left may use right. */
const mayUse: Readonly<Record<string, readonly string[]>> = {
  routes: ["service", "plain", "platform"],
  worker: ["service", "repo", "plain", "platform"],
  service: ["service", "repo", "plain", "platform", "thread"],
  repo: ["repo", "plain", "platform"],
  thread: ["plain", "platform"],
  plain: ["plain", "platform"],
  tables: ["tables", "platform"],
  feature: ["routes", "worker", "service", "plain", "platform"],
  group: ["feature"],
  platform: ["platform"],
};

/** One message per broken rule. */
export function brokenImports(source: SourceFile): string[] {
  return source.imports.flatMap((entry) => brokenServerImports(source, entry));
}

function brokenServerImports(source: SourceFile, entry: Import): string[] {
  const { target } = entry;
  if (target === undefined || !isServerCode(source.path) || !isServerCode(target)) return [];
  const [left, right] = [roleOf(source.path), roleOf(target)];
  if (left === "platform" && target.startsWith(FEATURES)) {
    return [`${source.path}: the platform may not know a feature (${target})`];
  }
  if (!mayUse[left]?.includes(right) && !isTypeOfRows(entry, right)) {
    return [`${source.path}: a ${left} may not use a ${right} (${target})`];
  }
  return [...reachesIntoFeature(source.path, target, right), ...repoBeyondDatabase(source, entry)];
}

/** What a feature offers to others. */
const SHARED = new Set(["service", "plain", "tables"]);

function reachesIntoFeature(from: string, to: string, role: string): string[] {
  if (!from.startsWith(FEATURES) || !to.startsWith(FEATURES)) return [];
  if (roleOf(from) === "group" || SHARED.has(role)) return [];
  if (featureOf(from) === featureOf(to)) return [];
  return [`${from}: other features are reached through a service or plain code, not ${to}`];
}

/** A repo may use the database and pure helpers, nothing with side effects. */
function repoBeyondDatabase(source: SourceFile, { target, typeOnly }: Import): string[] {
  if (roleOf(source.path) !== "repo" || target === undefined || typeOnly) return [];
  if (!target.startsWith(PLATFORM)) return [];
  const allowed =
    target.startsWith(`${PLATFORM}database/`) || target === `${PLATFORM}time/clock.ts`;
  return allowed ? [] : [`${source.path}: a repo uses platform/database only, not ${target}`];
}

/** Row types may be used anywhere. */
function isTypeOfRows({ typeOnly }: Import, role: string): boolean {
  return typeOnly && (role === "repo" || role === "tables");
}

/** A service takes dependencies or a database. */
const TAKES = /\b(Deps|Database)\b|\b\w*Needs\b/;

/** Services that are plain code: they take nothing, and use no repo, service or thread. */
export function idleServices({ path: file, text, imports }: SourceFile): string[] {
  if (roleOf(file) !== "service" || TAKES.test(text)) return [];
  const uses = imports.some(({ target, typeOnly }) => {
    const role = roleOf(target ?? "");
    // A thread is started by its path; an import takes only the types of its messages.
    return role === "thread" || (!typeOnly && (role === "repo" || role === "service"));
  });
  return uses ? [] : [`${file}: is plain code; drop ".service" from its name`];
}

/** Features in a dependency cycle cannot be understood separately. */
export function brokenCycles(sources: readonly SourceFile[]): string[] {
  const uses = new Map<string, Set<string>>();
  for (const { path: from, imports } of sources) {
    for (const { target } of imports) {
      const [left, right] = [featureOf(from), featureOf(target ?? "")];
      if (left === undefined || right === undefined) continue;
      if (left !== right) uses.set(left, (uses.get(left) ?? new Set()).add(right));
    }
  }
  return [...uses.keys()].flatMap((feature) => {
    const ring = pathBack(uses, feature, feature, []);
    const first = ring?.toSorted()[0];
    return ring !== undefined && first === feature
      ? [`dependency cycle of features: ${[...ring, feature].join(" → ")}`]
      : [];
  });
}

function pathBack(
  uses: ReadonlyMap<string, ReadonlySet<string>>,
  from: string,
  home: string,
  walked: readonly string[],
): string[] | undefined {
  const here = [...walked, from];
  for (const next of uses.get(from) ?? []) {
    if (next === home) return here;
    if (here.includes(next)) continue;
    const ring = pathBack(uses, next, home, here);
    if (ring !== undefined) return ring;
  }
  return undefined;
}

function isServerCode(file: string): boolean {
  return file.startsWith(FEATURES) || file.startsWith(PLATFORM);
}

const ROLES = new Set([
  ...["routes", "worker", "service", "repo", "thread"],
  ...["feature", "group", "tables"],
]);

/** `records.service.ts` is a service; a feature file without a role is plain, pure code. */
function roleOf(file: string): string {
  if (!file.startsWith(FEATURES)) return "platform";
  const role = path.posix.basename(file).split(".").at(-2) ?? "";
  return ROLES.has(role) ? role : "plain";
}
