const VERSION = /^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9a-z.-]+))?/i;
const NUMBER = /^\d+$/;

/**
 * Whether a version is at least another one, by semver.org: a pre-release comes before its release.
 * False for a version that cannot be parsed.
 */
export function suitsVersion(version: string, least: string): boolean {
  const [own, wanted] = [partsOf(version), partsOf(least)];
  if (own === undefined || wanted === undefined) return false;
  const at = own.findIndex((part, index) => part !== wanted[index]);
  if (at < 0) return own.length >= wanted.length;
  return comesAfter(own[at] ?? "", wanted[at]);
}

/** The numbers, then the parts of a pre-release; a release has `~`, which follows them all. */
function partsOf(version: string): string[] | undefined {
  const [, major, minor, patch, tail = "~"] = VERSION.exec(version) ?? [];
  if (major === undefined || minor === undefined || patch === undefined) return undefined;
  return [major, minor, patch, ...tail.split(".")];
}

/** Numbers come before words, and fewer parts before more. */
function comesAfter(part: string, other: string | undefined): boolean {
  if (other === undefined) return true;
  const [a, b] = [NUMBER.test(part), NUMBER.test(other)];
  return a && b ? Number(part) > Number(other) : a === b ? part > other : b;
}
