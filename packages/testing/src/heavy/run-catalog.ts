import type { CatalogEntry } from "./heavy-catalog.ts";
import type { Stall, StallMeter } from "./stall-meter.ts";

export interface MeasuredEntry extends Stall {
  readonly name: string;
}

/** Sends every entry once, in order. */
export async function runCatalog(
  meter: StallMeter,
  entries: readonly CatalogEntry[],
  settleMs?: number,
): Promise<MeasuredEntry[]> {
  const measured: MeasuredEntry[] = [];
  for (const { name, make } of entries) {
    measured.push({ name, ...(await meter.measure(make(), settleMs)) });
  }
  return measured;
}

/** The entries with the largest values, largest first, as lines of text. */
export function worstOf(
  measured: readonly MeasuredEntry[],
  by: "longestMs" | "peakMiB" | "growthMiB",
  count: number,
): string[] {
  const unit = by === "longestMs" ? "ms" : "MiB";
  return measured
    .toSorted((a, b) => b[by] - a[by])
    .slice(0, count)
    .map(
      ({ name, status, code = "", [by]: value }) =>
        `${Math.round(value)} ${unit}  ${name} (${`${status} ${code}`.trim()})`,
    );
}

export interface Repeats {
  readonly tries: number;
  readonly maxMs: number;
  readonly settleMs?: number;
}

/**
 * Measures these entries again until each was once below `maxMs` with the same status; a different
 * status may mean that the work was not done again.
 *
 * @returns the quickest measurement of each entry
 */
export async function measureAgain(
  meter: StallMeter,
  entries: readonly CatalogEntry[],
  slow: readonly MeasuredEntry[],
  { tries, maxMs, settleMs }: Repeats,
): Promise<MeasuredEntry[]> {
  const best = new Map(slow.map((measured) => [measured.name, measured]));
  for (let round = 0; round < tries; round += 1) {
    const left = entries.filter(({ name }) => (best.get(name)?.longestMs ?? 0) > maxMs);
    for (const repeated of await runCatalog(meter, left, settleMs)) {
      const before = best.get(repeated.name);
      const isSame = repeated.status === before?.status;
      if (isSame && repeated.longestMs < before.longestMs) best.set(repeated.name, repeated);
    }
  }
  return [...best.values()];
}
