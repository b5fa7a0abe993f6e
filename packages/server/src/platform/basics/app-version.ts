/**
 * A parsed app version such as `v1.4.0-beta.2`. Build metadata after `+` is ignored.
 *
 * Clients choose their own version names, so more than semver is accepted (`1.4`, `2024.01.15`).
 * Operators' input must match `semverForm` of the contract.
 */
export interface AppVersion {
  /** Major, minor, patch. */
  readonly numbers: readonly [number, number, number];
  /** The dot-separated parts after the dash; empty for a release. */
  readonly preRelease: readonly string[];
}

const SEMVER = /^(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

/**
 * Parses a version, with or without a leading `v`.
 *
 * @param parts  how many numbers are required; with two, the missing third is 0
 * @returns undefined if the text is not a version
 */
export function parseVersion(
  text: string,
  parts: "three" | "two or three" = "two or three",
): AppVersion | undefined {
  const found = SEMVER.exec(text.replace(/^v/i, ""));
  if (found === null) return undefined;
  const [, major, minor, patch, tail] = found;
  if (patch === undefined && parts === "three") return undefined;
  return {
    numbers: [Number(major), Number(minor), Number(patch ?? 0)],
    preRelease: tail === undefined ? [] : tail.split("."),
  };
}

/**
 * Compares two versions as semver.org defines it: a pre-release comes before its release.
 *
 * @returns negative when `a` is older, positive when it is newer, 0 when they are equal
 */
export function compareVersions(a: AppVersion, b: AppVersion): number {
  for (const [index, number] of a.numbers.entries()) {
    const difference = number - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return comparePreReleases(a.preRelease, b.preRelease);
}

/**
 * Whether one version, as written by a client or operator, is older than another.
 *
 * @returns undefined when either cannot be parsed
 */
export function isOlder(text: string | null | undefined, than: string): boolean | undefined {
  const [a, b] = [parseVersion(text ?? ""), parseVersion(than)];
  return a && b && compareVersions(a, b) < 0;
}

/** The newest of some versions, as it was written; texts that are not versions are ignored. */
export function newestOf(texts: readonly (string | null | undefined)[]): string | undefined {
  let newest: { text: string; version: AppVersion } | undefined;
  for (const text of texts) {
    const version = parseVersion(text ?? "");
    if (text == null || version === undefined) continue;
    if (newest === undefined || compareVersions(version, newest.version) > 0) {
      newest = { text, version };
    }
  }
  return newest?.text;
}

/** Normal form for messages: `1.4.0` or `1.4.0-beta.2`. */
export function formatVersion({ numbers, preRelease }: AppVersion): string {
  return numbers.join(".") + (preRelease.length === 0 ? "" : `-${preRelease.join(".")}`);
}

function comparePreReleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (const [index, part] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const difference = compareParts(part, other);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Numbers are compared by value and come before words. */
function compareParts(a: string, b: string): number {
  const [isNumber, otherIsNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && otherIsNumber) return Number(BigInt(a) - BigInt(b));
  if (isNumber !== otherIsNumber) return isNumber ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}
