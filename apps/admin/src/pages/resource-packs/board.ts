import type { PackChannel } from "@wordloom/contract";
import type { CallOutput } from "@wordloom/contract/client";
import type { listAdminPacks } from "virtual:endpoints";

export type AdminPack = CallOutput<typeof listAdminPacks>[number];
export type AdminPackVersion = AdminPack["versions"][number];

/** The path of a version: to the operator's own apps, to testers, to everyone. */
export const channelOrder = ["internal", "beta", "stable"] as const satisfies PackChannel[];

/** One channel of a pack. */
export interface BoardColumn {
  readonly channel: PackChannel;
  /** What apps of the channel get; undefined: nothing. */
  readonly inForce: AdminPackVersion | undefined;
  /** What could follow: uploaded for this channel, or in force in the one before; newest first. */
  readonly waiting: readonly AdminPackVersion[];
}

/** The versions of a pack by channel, in the order of promotion. */
export function boardOf({
  versions,
  active,
}: Pick<AdminPack, "versions" | "active">): BoardColumn[] {
  const live = versions.filter(({ deactivatedAt }) => deactivatedAt === null);
  const named = (version: string | null) => live.find((one) => one.version === version);
  return channelOrder.map((channel, at) => {
    const inForce = named(active[channel]);
    const before = at === 0 ? undefined : named(active[channelOrder[at - 1]!]);
    const waiting = live
      .filter((one) => one.channel === channel || one === before)
      .filter((one) => inForce === undefined || isNewer(one.version, inForce.version));
    return { channel, inForce, waiting };
  });
}

/** The channels in which a version is in force, in order. */
export function channelsOf(
  { active }: Pick<AdminPack, "active">,
  { version }: Pick<AdminPackVersion, "version">,
): PackChannel[] {
  return channelOrder.filter((channel) => active[channel] === version);
}

/** Whether a version is higher than another, by the rules of semver. */
export function isNewer(version: string, than: string): boolean {
  return comparePackVersions(version, than) > 0;
}

function comparePackVersions(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)];
  const at = left.numbers.findIndex((number, index) => number !== right.numbers[index]);
  if (at >= 0) return (left.numbers[at] ?? 0) - (right.numbers[at] ?? 0);
  if (left.before.length === 0 || right.before.length === 0) {
    return right.before.length - left.before.length;
  }
  return compareBefore(left.before, right.before);
}

/** Pre-releases: numbers by value and below words, words alphabetically, the shorter one first. */
function compareBefore(left: readonly string[], right: readonly string[]): number {
  const at = left.findIndex((part, index) => part !== right[index]);
  if (at < 0) return left.length - right.length;
  const [one = "", other] = [left[at], right[at]];
  if (other === undefined) return 1;
  const [oneNumber, otherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (oneNumber && otherNumber) return Number(one) - Number(other);
  if (oneNumber !== otherNumber) return oneNumber ? -1 : 1;
  return one < other ? -1 : 1;
}

/** Build metadata, after `+`, does not affect the order. */
function partsOf(version: string) {
  const [ordered = ""] = version.split("+", 1);
  const dash = ordered.indexOf("-");
  const [plain, before] =
    dash < 0 ? [ordered, ""] : [ordered.slice(0, dash), ordered.slice(dash + 1)];
  return {
    numbers: plain.split(".").map(Number),
    before: before === "" ? [] : before.split("."),
  };
}

/** A version above all that there are, withdrawn ones too: a version never means other bytes. */
export function nextVersion(versions: readonly Pick<AdminPackVersion, "version">[]): string {
  const [first, ...others] = versions.map(({ version }) => version);
  if (first === undefined) return "1.0.0";
  const highest = others.reduce((top, one) => (isNewer(one, top) ? one : top), first);
  const { numbers, before } = partsOf(highest);
  const [major = 1, minor = 0, patch = 0] = numbers;
  return [major, minor, before.length > 0 ? patch : patch + 1].join(".");
}
