import { Anchor, Section } from "@wordloom/ui";
import type { OverviewDashboard } from "@wordloom/contract";
import { useText, type Translator } from "../../text/use-text.ts";
import styles from "./overview.module.css";

type Day = OverviewDashboard["today"];

const names = ["activeLearners", "answers", "newWords", "sessions", "newUsers"] as const;

/** Today so far, and the difference from the same time a week ago. */
export function TodayFigures({ today, before }: { readonly today: Day; readonly before: Day }) {
  const text = useText();
  const { t, number } = text;
  const rows = names.map((name) => ({
    name,
    value: number(today[name]),
    change: number(today[name] - before[name], { signDisplay: "exceptZero" }),
  }));
  return (
    <Section
      heading={t("overview.today")}
      action={<Anchor href="/learning">{t("overview.over_time")}</Anchor>}
    >
      <table className={styles.figures}>
        <tbody>
          {rows.map(({ name, value, change }) => (
            <Row key={name} {...{ value, change }} label={t(`overview.day_${name}`)} />
          ))}
          <Row label={t("overview.day_retention")} {...recalled(today, before, text)} />
        </tbody>
      </table>
    </Section>
  );
}

function Row({
  label,
  value,
  change,
}: {
  readonly label: string;
  readonly value: string;
  readonly change: string;
}) {
  const { t } = useText();
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{value}</td>
      <td className={styles.change} title={t("overview.against_last_week")}>
        {change}
      </td>
    </tr>
  );
}

function recalled(
  { retention: now }: Day,
  { retention: then }: Day,
  { t, number }: Pick<Translator, "t" | "number">,
) {
  const share = { style: "percent", maximumFractionDigits: 1 } as const;
  const points = { maximumFractionDigits: 1, signDisplay: "exceptZero" } as const;
  return {
    value: now === null ? "–" : number(now, share),
    change:
      now === null || then === null
        ? "–"
        : t("experiments.points", { value: number((now - then) * 100, points) }),
  };
}
