import type { Figure } from "../../lib/row.ts";
import { blockInterval, type Interval, learnerInterval } from "../statistics/bootstrap.ts";
import { mean } from "../statistics/metrics.ts";
import type { Table } from "./report.ts";
import {
  type Added,
  ADDED,
  addedBy,
  type Observation,
  thousandths,
} from "../statistics/signal-value.ts";

const BOOTSTRAP_SEED = 46;
const PARTS = 4;
const HEAD = ["thousandths", "beyond the curve", "beyond the prediction", "answer time"];

/** How a set of signals changes each prediction. */
interface Change {
  readonly beyondScheduled: Interval;
  readonly beyondAnswered: Interval;
  readonly time: Interval;
}

/** Changes by the name of the set. */
export type SignalChanges = ReadonlyMap<string, Change>;

/** Splits learners into four parts; each part tests what was fitted to the other three. */
export function changesOnOthers(learners: readonly (readonly Observation[])[]): SignalChanges {
  return changesBy((names) => onOtherLearners(learners, names));
}

/** Splits one learner's log in halves; each tests what was fitted to the other. */
export function changesOnOtherHalf(log: readonly Observation[]): SignalChanges {
  return changesBy((names) => onOtherHalf(log, names));
}

export function signalTable(title: string, all: SignalChanges): Table {
  return {
    title,
    head: HEAD,
    rows: [...all].map(([name, { beyondScheduled, beyondAnswered, time }]) => [
      name,
      ...[beyondScheduled, beyondAnswered, time].map(thousandths),
    ]),
  };
}

export function signalFigures(all: SignalChanges): Figure[] {
  return [...all].map(([name, { beyondScheduled }]) => ({
    name: `log loss by ${name}`,
    value: 1000 * beyondScheduled.mean,
    unit: "thousandths",
  }));
}

type Names = (typeof ADDED)[string];

function changesBy(read: (names: Names) => Change): SignalChanges {
  return new Map(Object.entries(ADDED).map(([name, names]) => [name, read(names)]));
}

function onOtherLearners(learners: readonly (readonly Observation[])[], names: Names): Change {
  const count = Math.min(PARTS, learners.length);
  const parts = Array.from({ length: count }, (_, part) => part);
  const each = parts.flatMap((part) => {
    const others = learners.filter((_, i) => i % count !== part).flat();
    const tested = learners.filter((_, i) => i % count === part);
    return addedBy(names, others, tested);
  });
  return changeOf((read) =>
    learnerInterval(
      each.map((added) => mean(read(added))),
      BOOTSTRAP_SEED,
    ),
  );
}

function onOtherHalf(log: readonly Observation[], names: Names): Change {
  const middle = log.length >> 1;
  const [first, second] = [log.slice(0, middle), log.slice(middle)];
  const both = [...addedBy(names, second, [first]), ...addedBy(names, first, [second])];
  return changeOf((read) => blockInterval(both.flatMap(read), BOOTSTRAP_SEED));
}

function changeOf(over: (read: (added: Added) => readonly number[]) => Interval): Change {
  return {
    beyondScheduled: over((added) => added.beyondScheduled),
    beyondAnswered: over((added) => added.beyondAnswered),
    time: over((added) => added.time),
  };
}
