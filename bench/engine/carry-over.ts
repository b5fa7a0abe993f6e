import type { Row } from "../lib/row.ts";
import { learnerInterval, ratioText } from "./bootstrap.ts";
import { coldStart } from "./cold.ts";
import { compare, type Compared, entryOf } from "./comparison.ts";
import { drawLog } from "./drawn-log.ts";
import { mean } from "./metrics.ts";
import { dayLevelSeries } from "./prediction.ts";
import { publish, type Report } from "./report.ts";
import { isDayLevel } from "./revlog.ts";
import { DEFAULT, FITTED, MOVING } from "./rivals.ts";
import { laterSeries } from "./sameday.ts";
import { VARIANTS } from "./variants.ts";

const LEARNERS = 24;
const DAYS = 120;
const FIRST_SEED = 40_000;
const BOOTSTRAP_SEED = 44;
const COLD_SIZES = [200, 1000];
const ENGINE = "engine";
const SCHEDULING = "engine, scheduling";
const SHOWN = [ENGINE, SCHEDULING, "engine, before tuning", "without head"];

/** One protocol, with what each learner's algorithms reached. */
interface Part {
  readonly title: string;
  /** The algorithm that the others are compared with. */
  readonly yardstick: string;
  readonly learners: readonly (readonly Compared[])[];
}

/** Whether what was tuned on one learner's log holds for learners nobody looked at. */
export const carryOver: Row = async () => {
  const { report, figures } = await judgeStrangers(LEARNERS, DAYS);
  publish({ name: "engine-carry-over", ...report });
  return figures;
};

/** Draws learners and judges the engine's predictions as on a real log. */
export async function judgeStrangers(learners: number, days: number, coldSizes = COLD_SIZES) {
  const variants = Object.fromEntries(
    Object.entries(VARIANTS).filter(([name]) => SHOWN.includes(name)),
  );
  const logs = Array.from({ length: learners }, (_, i) => drawLog(FIRST_SEED + i, days));
  const dayLevel: Compared[][] = [];
  const later: Compared[][] = [];
  for (const log of logs) {
    dayLevel.push(compare(await dayLevelSeries(log, variants), FITTED));
    later.push(compare(await laterSeries(log, variants), MOVING));
  }
  const parts: Part[] = [
    { title: "Day level, last five sixths", yardstick: FITTED, learners: dayLevel },
    { title: "Every later review, last five sixths", yardstick: MOVING, learners: later },
    ...coldSizes.map((size) => ({
      title: `First ${size} day-level reviews, no history before`,
      yardstick: DEFAULT,
      learners: logs
        .filter((log) => log.filter(isDayLevel).length >= size)
        .map((log) => coldStart(log, size, variants)),
    })),
  ];
  const report: Omit<Report, "name"> = {
    title: `Learners nobody tuned on, ${learners} of them`,
    about:
      "The engine's defaults were chosen on the log of josh; these logs are drawn and nothing " +
      "was chosen on them. A memory is FSRS-6 with weights drawn around the published ones, so " +
      "that FSRS-6 fitted has the true form to find, and three things come on top that it has " +
      "no place for: offsets of the learner, of the word and of the day (0.5, 0.4 and 0.3 " +
      "logits). Reviews come when FSRS-6 with default weights aims at recall 0.9, failures are " +
      `drilled on the same day; ${days} days, fifteen new words a day. Means over learners; ` +
      "ratios of log loss are means of each learner's own ratio, with a 95 % interval.",
    tables: parts.map(tableOf),
    data: parts,
  };
  return { report, figures: figuresOf(parts) };
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
    head: [...["", "log loss", "RMSE(bins)", "AUC", `to ${part.yardstick}`, "better for"]],
    rows: names.map((name) => {
      const metrics = part.learners.map((compared) => entryOf(compared, name).metrics);
      const ratios = ratiosOf(part, name);
      const better = `${ratios.filter((ratio) => ratio < 1).length} of ${ratios.length}`;
      const isYardstick = name === part.yardstick;
      return [
        name,
        mean(metrics.map(({ logLoss }) => logLoss)).toFixed(4),
        mean(metrics.map(({ rmseBins }) => rmseBins)).toFixed(4),
        mean(metrics.map(({ auc }) => auc)).toFixed(3),
        isYardstick ? "" : ratioText(learnerInterval(ratios, BOOTSTRAP_SEED)),
        isYardstick ? "" : better,
      ];
    }),
  };
}

function figuresOf([dayLevel, later, ...cold]: readonly Part[]) {
  const figure = (goal: string, part: Part | undefined, name: string, atMost: number) => ({
    name: `${goal}, ${name} to ${part?.yardstick}, ${part?.title.toLowerCase()}`,
    value: part === undefined ? Number.NaN : mean(ratiosOf(part, name)),
    unit: "x",
    bar: { atMost },
  });
  return [
    // The true form leaves little to gain; what must not happen is a loss.
    figure("A", dayLevel, ENGINE, 1),
    figure("B", dayLevel, SCHEDULING, 1),
    figure("E", later, ENGINE, 0.95),
    ...cold.map((part) => figure("D", part, ENGINE, 0.95)),
  ];
}
