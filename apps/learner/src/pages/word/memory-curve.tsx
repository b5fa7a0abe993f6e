import type { WordMemoryReport } from "@wordloom/contract";
import { Curve, type CurveLine, type CurvePoint } from "@wordloom/ui/charts";
import { serviceTime } from "../../platform/service-time.ts";
import { type Translator, useText } from "../../text/use-text.ts";

type XY = readonly [number, number];

/** The probability of recall over time, with the answers marked. */
export function MemoryCurve({ memory }: { readonly memory: WordMemoryReport }) {
  const text = useText();
  const { t, date, percent } = text;
  const now = serviceTime.nowMs();
  const short = (at: number) => date(at, { day: "numeric", month: "short" });
  const xs = memory.curve.map(({ at }) => Date.parse(at));
  const first = xs[0] ?? now;
  const last = xs.at(-1) ?? now;
  const points = pointsOf(memory, now, text);
  return (
    <Curve
      label={t("word.curve_label")}
      lines={linesOf(memory, now)}
      points={points}
      xTicks={[
        ...(now - first > (last - first) * 0.2 ? [{ at: first, label: short(first) }] : []),
        { at: now, label: t("word.curve_today") },
        { at: last, label: short(last) },
      ]}
      yTicks={[0, 0.5, 1].map((share) => ({ at: share, label: percent(share) }))}
      legend={[
        { kind: "right", label: t("word.curve_right") },
        { kind: "slipped", label: t("word.curve_missed") },
      ]}
      note={t("word.curve_note")}
      table={{
        caption: t("word.curve_label"),
        columns: [t("word.column_day"), t("word.column_answer"), t("word.column_chance")],
        rows: memory.answers.map(({ at, isCorrect, recallBefore }) => [
          date(at, { dateStyle: "medium", timeStyle: "short" }),
          t(isCorrect ? "word.curve_right" : "word.curve_missed"),
          recallBefore === null ? "–" : percent(recallBefore),
        ]),
      }}
    />
  );
}

/** One line from each answer to the next; dashed from now on. */
function linesOf({ curve }: WordMemoryReport, now: number): CurveLine[] {
  const runs: XY[][] = [[]];
  let before: number | undefined;
  for (const { at, recall } of curve) {
    const x = Date.parse(at);
    // Each answer has two points of the same time, because the strength jumps.
    if (x === before) runs.push([]);
    runs.at(-1)?.push([x, recall]);
    before = x;
  }
  return runs.flatMap((run) => {
    const past = run.filter(([x]) => x <= now);
    const future = run.filter(([x]) => x > now);
    const joint = past.at(-1);
    return [
      { points: past },
      { points: joint === undefined ? future : [joint, ...future], future: true },
    ].filter(({ points }) => points.length > 1);
  });
}

function pointsOf(memory: WordMemoryReport, now: number, text: Translator): CurvePoint[] {
  const { t, date, percent } = text;
  const points = memory.answers.map(({ at, isCorrect, recallBefore }): CurvePoint => {
    const y = recallBefore ?? (isCorrect ? 1 : 0);
    const said = t(isCorrect ? "word.curve_right" : "word.curve_missed");
    return {
      x: Date.parse(at),
      y,
      kind: isCorrect ? "right" : "slipped",
      text: text.list([date(at), said, ...(recallBefore === null ? [] : [percent(y)])]),
    };
  });
  if (memory.recall === null) return points;
  const { recall } = memory;
  return [
    ...points,
    { x: now, y: recall, kind: "now", text: t("word.chance", { share: percent(recall) }) },
  ];
}
