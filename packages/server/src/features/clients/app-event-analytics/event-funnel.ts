import type { AppEventFunnel, AppEventFunnelKey } from "@wordloom/contract";
import { kindOfName, STUDY_SCREEN } from "./event-totals.ts";

type Funnel = Pick<AppEventFunnel, "steps" | "biggestDropFrom" | "biggestDropTo" | "biggestDropPt">;
type Step = Funnel["steps"][number];

interface StepPlan {
  readonly key: string;
  readonly label: string;
  readonly sublabel: string;
}

interface UsualStep extends StepPlan {
  readonly key: AppEventFunnelKey;
  /** Kind of the set of learners who reached the step. */
  readonly kind: string;
}

/** Steps from opening the app to looking up a word, in this order. */
export const FUNNEL: readonly UsualStep[] = [
  {
    key: "session_start",
    label: "App opened",
    sublabel: "a session began",
    kind: kindOfName("behavior", "session_start"),
  },
  {
    key: "study_screen",
    label: "Study opened",
    sublabel: "the study screen was seen",
    kind: STUDY_SCREEN,
  },
  {
    key: "study_start",
    label: "Study begun",
    sublabel: "a first word was shown",
    kind: kindOfName("behavior", "study_start"),
  },
  {
    key: "study_complete",
    label: "Study finished",
    sublabel: "the batch was worked through",
    kind: kindOfName("behavior", "study_complete"),
  },
  {
    key: "word_lookup",
    label: "Word looked up",
    sublabel: "a word was read up on",
    kind: kindOfName("behavior", "word_lookup"),
  },
];

const GOOD_LOSS_PT = 10;
const WARN_LOSS_PT = 30;

/** A requested step: the name of an event, or `screen_view:` and a screen. */
export interface RequestedStep extends StepPlan {
  readonly name: string;
  /** Only views of this screen. */
  readonly screen: string | undefined;
}

const SCREEN_PREFIX = "screen_view:";

export function requestedStep(key: string): RequestedStep {
  const isScreen = key.startsWith(SCREEN_PREFIX);
  const screen = isScreen ? key.slice(SCREEN_PREFIX.length) : undefined;
  const name = isScreen ? "screen_view" : key;
  return { key, label: name, sublabel: screen ?? "", name, screen };
}

/** @param counts  learners of each step */
export function funnelOf(counts: readonly number[], plan: readonly StepPlan[] = FUNNEL): Funnel {
  const base = counts[0] ?? 0;
  const percents = counts.map((count) =>
    base === 0 ? 0 : Math.min(100, oneDecimal((100 * count) / base)),
  );
  const steps = plan.map(({ key, label, sublabel }, index): Step => {
    const pct = percents[index] ?? 0;
    const deltaPt = index === 0 ? null : oneDecimal(pct - (percents[index - 1] ?? 0));
    const count = counts[index] ?? 0;
    return { key, label, sublabel, count, pct, deltaPt, tone: toneOf(deltaPt) };
  });
  return { steps, ...biggestDrop(steps) };
}

function biggestDrop(steps: readonly Step[]): Omit<Funnel, "steps"> {
  let worst = 0;
  for (let index = 1; index < steps.length; index += 1) {
    if ((steps[index]?.deltaPt ?? 0) < (steps[worst]?.deltaPt ?? 0)) worst = index;
  }
  const [from, to] = [steps[worst - 1], steps[worst]];
  const dropPt = to?.deltaPt ?? null;
  if (from === undefined || to === undefined || dropPt === null) {
    return { biggestDropFrom: null, biggestDropTo: null, biggestDropPt: null };
  }
  return { biggestDropFrom: from.key, biggestDropTo: to.key, biggestDropPt: -dropPt };
}

function toneOf(deltaPt: number | null): Step["tone"] {
  if (deltaPt === null) return "neutral";
  if (deltaPt >= -GOOD_LOSS_PT) return "good";
  return deltaPt >= -WARN_LOSS_PT ? "warn" : "bad";
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
