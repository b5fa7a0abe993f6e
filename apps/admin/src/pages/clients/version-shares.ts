/** Devices with one version of the app. */
export interface VersionCount {
  readonly platform: string;
  readonly version: string;
  readonly count: number;
}

interface Shares {
  /** The most used ones, in descending order. */
  readonly named: readonly VersionCount[];
  /** Devices with any other version. */
  readonly others: number;
  /** Devices that have never reported a version. */
  readonly unknown: number;
}

/** The distribution of a platform's devices over versions, of which a few are named. */
export function sharesOf(
  { platform, total }: { readonly platform: string; readonly total: number },
  versions: readonly VersionCount[],
  namedMax: number,
): Shares {
  const own = versions
    .filter((version) => version.platform === platform)
    .toSorted((one, other) => other.count - one.count);
  const rest = own.slice(namedMax);
  return {
    named: own.slice(0, namedMax),
    others: sumOf(rest),
    // The service counts the numbers one after the other, and a device may connect in between.
    unknown: Math.max(0, total - sumOf(own)),
  };
}

function sumOf(versions: readonly VersionCount[]): number {
  return versions.reduce((sum, { count }) => sum + count, 0);
}
