import type { Row } from "../../lib/row.ts";
import { learnerInterval, ratioText } from "../statistics/bootstrap.ts";
import { coldSeries } from "./cold.ts";
import { compare, type Compared, entryOf } from "../statistics/comparison.ts";
import { drawLog } from "../worlds/drawn-log.ts";
import { foldsOf, placesOf, scoredAt } from "../predictors/folds.ts";
import { mean, type Scored } from "../statistics/metrics.ts";
import { dayLevelSeries } from "./prediction.ts";
import { publish, type Report } from "../report/report.ts";
import { isDayLevel, isLater, type Review } from "../predictors/revlog.ts";
import { DEFAULT, FITTED, MOVING } from "../predictors/rivals.ts";
import { laterSeries } from "./sameday.ts";
import { VARIANTS } from "../predictors/variants.ts";

const LEARNERS = 24;
const DAYS = 120;
const FIRST_SEED = 40_000;
const BOOTSTRAP_SEED = 44;
const COLD_SIZES = [200, 1000];
const ENGINE = "engine";
const SCHEDULING = "engine, scheduling";
/**
 * Predicts the true probability of the answer, which no algorithm can beat in the long run.
 */
const ORACLE = "mind reader";
const SHOWN = [ENGINE, SCHEDULING, "engine, before tuning", "without head"];

/** Which reviews are scored, and how the algorithms predict them. */
interface Protocol {
  readonly title: string;
  /** The algorithm to which the others are compared. */
  readonly yardstick: string;
  readonly places: (log: readonly Review[]) => number[];
  readonly series: (log: readonly Review[]) => Promise<Series> | Series;
}

/** A protocol with the results of each learner's algorithms. */
interface Part extends Pick<Protocol, "title" | "yardstick"> {
  readonly learners: readonly (readonly Compared[])[];
}

type Series = Map<string, Scored[]>;

/** Whether tuning on one learner's log carries over to unseen learners. */
export const carryOver: Row = async () => {
  const { report, figures } = await evaluateUnseenLearners(LEARNERS, DAYS);
  publish({ name: "engine-carry-over", ...report });
  return figures;
};

/** Simulates learners and scores the engine's predictions as on a real log. */
export async function evaluateUnseenLearners(
  learners: number,
  days: number,
  coldSizes = COLD_SIZES,
) {
  const drawn = Array.from({ length: learners }, (_, i) => drawLog(FIRST_SEED + i, days));
  const parts: Part[] = [];
  for (const { title, yardstick, places, series } of protocolsOf(coldSizes)) {
    const compared: Compared[][] = [];
    for (const { log, chances } of drawn) {
      const all = await series(log);
      all.set(ORACLE, scoredAt(log, places(log), chances));
      compared.push(compare(all, yardstick));
    }
    parts.push({ title, yardstick, learners: compared });
  }
  const report: Omit<Report, "name"> = {
    title: `${learners} learners not used for tuning`,
    about:
      "The engine's defaults were chosen on the log of josh; these logs are newly drawn, and " +
      "nothing was chosen on them. A memory is FSRS-6 with weights drawn around the " +
      "published ones, so fitted FSRS-6 has the true form, plus three effects that it cannot " +
      "represent: offsets of the learner, the word and the day (0.5, 0.4 and 0.3 logits). " +
      "FSRS-6 with default weights schedules reviews at recall 0.9, and failures are drilled " +
      `on the same day; ${days} days, fifteen new words a day. The mind reader predicts the ` +
      "true chance of each answer, which no algorithm can beat for long. Means over " +
      "learners; ratios of log loss are means of each learner's own ratio, with a 95 % " +
      "interval.",
    tables: parts.map(tableOf),
    data: parts,
  };
  return { report, figures: figuresOf(parts) };
}

function protocolsOf(coldSizes: readonly number[]): Protocol[] {
  const variants = Object.fromEntries(
    Object.entries(VARIANTS).filter(([name]) => SHOWN.includes(name)),
  );
  return [
    {
      title: "Day level, last five sixths",
      yardstick: FITTED,
      places: (log) => foldsOf(log, isDayLevel).flatMap(({ targets }) => targets),
      series: (log) => dayLevelSeries(log, variants),
    },
    {
      title: "Every later review, last five sixths",
      yardstick: MOVING,
      places: (log) => foldsOf(log, isLater).flatMap(({ targets }) => targets),
      series: (log) => laterSeries(log, variants),
    },
    ...coldSizes.map((size) => ({
      title: `First ${size} day-level reviews, no history before`,
      yardstick: DEFAULT,
      places: (log: readonly Review[]) => placesOf(log, isDayLevel).slice(0, size),
      series: (log: readonly Review[]) => coldSeries(log, size, variants),
    })),
  ];
}

function ratiosOf({ learners, yardstick }: Part, name: string): number[] {
  const loss = (compared: readonly Compared[], one: string) =>
    entryOf(compared, one).metrics.logLoss;
  return learners.map((compared) => loss(compared, name) / loss(compared, yardstick));
}

function tableOf(part: Part) {
  const names = part.learners[0]?.map(({ name }) => name) ?? [];
  return {
    title: part.title,
    head: ["", "log loss", "RMSE(bins)", "AUC", `to ${part.yardstick}`, "better for"],
    rows: names.map((name) => {
      const metrics = part.learners.map((compared) => entryOf(compared, name).metrics);
      const ratios = ratiosOf(part, name);
      const better = `${ratios.filter((ratio) => ratio < 1).length} of ${ratios.length}`;
      const isReference = name === part.yardstick;
      return [
        name,
        mean(metrics.map(({ logLoss }) => logLoss)).toFixed(4),
        mean(metrics.map(({ rmseBins }) => rmseBins)).toFixed(4),
        mean(metrics.map(({ auc }) => auc)).toFixed(3),
        isReference ? "" : ratioText(learnerInterval(ratios, BOOTSTRAP_SEED)),
        isReference ? "" : better,
      ];
    }),
  };
}

function figuresOf(parts: readonly Part[]) {
  return parts.flatMap((part) =>
    [ENGINE, SCHEDULING].map((name) => ({
      name: `${name} to ${part.yardstick}, ${part.title.toLowerCase()}`,
      value: mean(ratiosOf(part, name)),
      unit: "x",
      // FSRS-6 is close to the true model, so there is little to gain; the engine must not be
      // worse.
      ...(name === ENGINE && { bar: { atMost: 1 } }),
    })),
  );
}
