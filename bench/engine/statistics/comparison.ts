import { blockInterval, type Interval } from "./bootstrap.ts";
import { lossesOf, type Metrics, metricsOf, type Scored } from "./metrics.ts";
import type { Table } from "../report/report.ts";

const SEED = 114;

export interface Compared {
  readonly name: string;
  readonly metrics: Metrics;
  /** Log loss minus the reference's; below 0 is better. */
  readonly difference: Interval;
}

/** Compares all algorithms with one reference on the same reviews. */
export function compare(
  series: ReadonlyMap<string, readonly Scored[]>,
  reference: string,
): Compared[] {
  const against = lossesOf(series.get(reference) ?? []);
  return [...series].map(([name, scored]) => {
    const losses = lossesOf(scored);
    const differences = losses.map((loss, i) => loss - (against[i] as number));
    return { name, metrics: metricsOf(scored), difference: blockInterval(differences, SEED) };
  });
}

export function comparisonTable(
  title: string,
  compared: readonly Compared[],
  reference: string,
): Table {
  return {
    title,
    head: ["", "log loss", "RMSE(bins)", "AUC", "ECE", `against ${reference}`],
    rows: compared.map(({ name, metrics, difference }) => [
      name,
      metrics.logLoss.toFixed(4),
      metrics.rmseBins.toFixed(4),
      metrics.auc.toFixed(3),
      metrics.ece.toFixed(4),
      name === reference ? "" : intervalText(difference),
    ]),
  };
}

/** A difference in log loss with its interval, signs always shown. */
export function intervalText({ mean, low, high }: Interval): string {
  return `${signed(mean)} (${signed(low)} to ${signed(high)})`;
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4)}`;
}

/** The entry of an algorithm that must exist. */
export function entryOf(compared: readonly Compared[], name: string): Compared {
  const entry = compared.find((one) => one.name === name);
  if (entry === undefined) throw new RangeError(`no algorithm ${name}`);
  return entry;
}
