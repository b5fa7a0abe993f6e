import { Columns, Row, Section, Stack, Text } from "../src/index.ts";
import {
  addDays,
  Bars,
  Curve,
  Heatmap,
  Ring,
  StackedBar,
  Timeline,
  type CurvePoint,
} from "../src/charts/index.ts";
import styles from "./gallery.module.css";

const percent = (share: number) => `${Math.round(share * 100)} %`;
const yTicks = [0, 0.5, 1].map((at) => ({ at, label: percent(at) }));

/** Each chart with its sentence and its table. */
export function ChartParts() {
  return (
    <Section heading="Charts" id="charts" ruled>
      <Columns>
        <Stack space={5}>
          <Forecast />
          <Days />
          <Row space={3}>
            <Ring label="18 of 20 words today" value={18} max={20}>
              <span className={styles.ringFigure}>18</span>
              of 20
            </Ring>
            <Ring label="All 20 words of today" value={20} max={20} size={72}>
              20
            </Ring>
            <Ring label="Nothing yet today" value={0} max={20} size={72}>
              0
            </Ring>
          </Row>
          <StackedBar
            label="Words by how firm they are"
            segments={[
              { label: "firm", value: 412, valueText: "412", shade: "most" },
              { label: "growing", value: 530, valueText: "530", shade: "some" },
              { label: "new", value: 210, valueText: "210", shade: "little" },
              { label: "slipping", value: 56, valueText: "56", shade: "slip" },
            ]}
          />
        </Stack>
        <Stack space={5}>
          <Memory />
          <Timeline
            label="When they come back"
            stops={[
              { label: "later today", valueText: "4", tone: "slip" },
              { label: "tomorrow", valueText: "9" },
              { label: "this week", valueText: "11" },
              { label: "December", valueText: "6" },
              { label: "in 2027", valueText: "1" },
            ]}
          />
          <Calibration />
          <Hours />
          <Text tone="faint" size="small">
            Arrow keys walk along the points of a chart.
          </Text>
        </Stack>
      </Columns>
    </Section>
  );
}

function Forecast() {
  const counts = [31, 24, 18, 29, 14, 22, 16];
  const names = ["Today", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
  const bars = counts.map((value, at) => ({
    label: names[at] ?? "",
    value,
    valueText: String(value),
    text: `${names[at]}: ${value} words`,
    now: at === 0,
    backlog: at === 0 ? 9 : 0,
  }));
  return (
    <Bars
      label="Words due in the next seven days"
      sentence="154 reviews in the next seven days; nine of today’s are left over."
      bars={bars}
      table={{
        caption: "Due words by day",
        columns: ["Day", "Words"],
        rows: bars.map(({ label, valueText }) => [label, valueText]),
      }}
    />
  );
}

function Hours() {
  const bars = Array.from({ length: 24 }, (_, hour) => {
    const value = Math.max(
      0,
      Math.round(30 * Math.exp(-((hour - 8) ** 2) / 9) + 8 * Math.sin(hour)),
    );
    const text = `${hour}:00: ${value} words`;
    const label = hour % 6 === 0 ? `${hour}` : "";
    return { label, value, valueText: String(value), text, now: hour === 8 };
  });
  return (
    <Bars
      label="Words firmed by hour of the day"
      sentence="Between seven and nine you learn a third more per minute than late at night."
      bars={bars}
      height={120}
      table={{
        caption: "Words firmed by hour",
        columns: ["Hour", "Words"],
        rows: bars.map(({ valueText }, hour) => [`${hour}:00`, valueText]),
      }}
    />
  );
}

function Days() {
  const to = "2026-11-22";
  const days = Array.from({ length: 200 }, (_, back) => ({
    day: addDays(to, -back),
    value: (back * 7919) % 11 < 4 ? 0 : (back * 7919) % 47,
  }));
  return (
    <Heatmap
      label="Words by day"
      sentence="Twelve days in a row; your longest was thirty-one."
      days={days}
      from="2025-11-23"
      to={to}
      locale="en-GB"
      textOf={(day, value) => `${day}: ${value} words`}
      valueText={String}
      labels={{
        less: "less",
        more: "more",
        tableCaption: "Words by day",
        day: "Day",
        value: "Words",
      }}
    />
  );
}

function Memory() {
  const answers: CurvePoint[] = [
    { x: 3, y: 0.51, kind: "slipped", text: "5 November: missed at 51 %" },
    { x: 6, y: 0.73, kind: "right", text: "8 November: recalled at 73 %" },
    { x: 11, y: 0.64, kind: "slipped", text: "13 November: missed at 64 %" },
    { x: 13, y: 0.58, kind: "right", text: "15 November: recalled at 58 %" },
    { x: 16, y: 0.71, kind: "now", text: "Today: 71 %" },
  ];
  const falls = (from: number, to: number, end: number) =>
    Array.from({ length: 13 }, (_, at) => {
      const share = at / 12;
      return [from + (to - from) * share, Math.exp(Math.log(end) * share)] as const;
    });
  return (
    <Curve
      label="Chance to recall, with each answer"
      sentence="It comes back tomorrow at about eight."
      lines={[
        { points: falls(0, 3, 0.51) },
        { points: falls(3, 6, 0.73) },
        { points: falls(6, 11, 0.64) },
        { points: falls(11, 13, 0.58) },
        { points: falls(13, 16, 0.71) },
        {
          points: [
            [16, 0.71],
            [17.5, 0.62],
            [19, 0.54],
          ],
          future: true,
        },
      ]}
      points={answers}
      xTicks={[
        { at: 0, label: "3 Nov" },
        { at: 9, label: "12 Nov" },
        { at: 16, label: "today" },
      ]}
      yTicks={yTicks}
      legend={[
        { kind: "right", label: "recalled" },
        { kind: "slipped", label: "missed" },
        { kind: "now", label: "now" },
      ]}
      table={{
        caption: "Answers",
        columns: ["Day", "Chance"],
        rows: answers.map(({ text, y }) => [text.split(":")[0] ?? "", percent(y)]),
      }}
    />
  );
}

function Calibration() {
  const points = [0.52, 0.61, 0.68, 0.76, 0.84, 0.92, 0.97].map((observed, at) => ({
    x: 0.55 + at * 0.07,
    y: observed,
    kind: "plain" as const,
    weight: (at + 1) / 8,
    text: `Predicted ${percent(0.55 + at * 0.07)}, observed ${percent(observed)}`,
  }));
  return (
    <Curve
      label="Predicted and observed recall"
      sentence="When it said 80 %, you were right 79 times in 100."
      note="Larger rings: more answers. On the dotted line it would be exact."
      xRange={[0.5, 1]}
      yRange={[0.5, 1]}
      lines={[
        {
          points: [
            [0.5, 0.5],
            [1, 1],
          ],
          future: true,
          tone: "soft",
        },
        { points: points.map(({ x, y }) => [x, y] as const) },
      ]}
      points={points}
      xTicks={[0.5, 0.75, 1].map((at) => ({ at, label: percent(at) }))}
      yTicks={[0.5, 0.75, 1].map((at) => ({ at, label: percent(at) }))}
      table={{
        caption: "Calibration",
        columns: ["Predicted", "Observed"],
        rows: points.map(({ x, y }) => [percent(x), percent(y)]),
      }}
    />
  );
}
