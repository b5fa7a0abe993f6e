import type { CatalogueEntry } from "./heavy-catalogue.ts";
import type { Stall, StallMeter } from "./stall-meter.ts";

export interface MeasuredEntry extends Stall {
  readonly name: string;
}

/** Sends every entry once, in order. */
export async function runCatalogue(
  meter: StallMeter,
  entries: readonly CatalogueEntry[],
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
  by: "longestMs" | "peakMiB",
  count: number,
): string[] {
  const unit = by === "peakMiB" ? "MiB" : "ms";
  return measured
    .toSorted((a, b) => b[by] - a[by])
    .slice(0, count)
    .map(
      ({ name, status, code = "", [by]: value }) =>
        `${Math.round(value)} ${unit}  ${name} (${`${status} ${code}`.trim()})`,
    );
}

/**
 * Measures these entries again until each has once been below `maxMs`.
 *
 * @returns those that never were
 */
export async function measureAgain(
  meter: StallMeter,
  entries: readonly CatalogueEntry[],
  slow: readonly MeasuredEntry[],
  { tries, maxMs }: { readonly tries: number; readonly maxMs: number },
): Promise<MeasuredEntry[]> {
  let left = [...slow];
  for (let round = 0; round < tries && left.length > 0; round += 1) {
    const names = new Set(left.map(({ name }) => name));
    const repeated = await runCatalogue(
      meter,
      entries.filter(({ name }) => names.has(name)),
    );
    left = repeated.filter(({ longestMs }) => longestMs > maxMs);
  }
  return left;
}
