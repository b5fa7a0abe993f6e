import { CheckIcon, cx, FlameIcon, Progress, Text, VisuallyHidden } from "@wordloom/ui";
import { weekOf, weekStartOf } from "@wordloom/ui/charts";
import type { Badge } from "@wordloom/contract";
import { listBadges, readEnhancedStatistics, readStudyToday } from "virtual:endpoints";
import type { ReactNode } from "react";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { BadgeDrawing } from "../../features/badges/badge-drawing.tsx";
import { dayOf } from "../../features/clock/study-day.ts";
import { useDayRules } from "../../features/clock/use-day-rules.ts";
import type { SessionSummary } from "../../features/study-session/summary.ts";
import { serviceTime } from "../../platform/service-time.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { nextBadge } from "./next-badge.ts";
import styles from "./reached.module.css";
import { useCountUp } from "./use-count-up.ts";

/**
 * What today, this week and the next badge look like after the session. The service may not have
 * the last answers yet, so what this session did counts at least.
 */
export function Reached({ summary }: { readonly summary: SessionSummary }) {
  const { t } = useText();
  const { showStreak } = useAppSettings();
  const today = useToday(summary);
  const badges = useRead(listBadges, undefined, { enabled: showStreak }).data ?? [];
  const next = nextBadge(badges);
  return (
    <section className={styles.reached} aria-label={t("done.reached")}>
      <Part>
        <Count
          value={today.words}
          label={t(today.isUnknown ? "done.words_now" : "done.words_today", { count: today.words })}
        />
        {today.fresh > 0 && (
          <Text size="small" tone="soft">
            {t("done.new_of_them", { count: today.fresh })}
          </Text>
        )}
      </Part>
      {showStreak && today.streak !== undefined && (
        <Part>
          <Count
            value={today.streak}
            label={t("done.days_in_a_row", { count: today.streak })}
            icon={<FlameIcon size={34} filled className={styles.flame} />}
          />
          <Week today={today.date} studied={today.studied} />
        </Part>
      )}
      {showStreak && next !== undefined && <Next badge={next} />}
    </section>
  );
}

function Part({ children }: { readonly children: ReactNode }) {
  return <div className={styles.part}>{children}</div>;
}

function Count({
  value,
  label,
  icon,
}: {
  readonly value: number;
  readonly label: string;
  readonly icon?: ReactNode;
}) {
  const { number } = useText();
  const shown = useCountUp(value);
  return (
    <p className={styles.count}>
      <span className={styles.number}>
        {icon}
        <span aria-hidden="true">{number(shown)}</span>
        <VisuallyHidden>{number(value)}</VisuallyHidden>
      </span>{" "}
      {label}
    </p>
  );
}

function useToday({ met, words }: SessionSummary) {
  const { showStreak } = useAppSettings();
  const { data: today, isPaused, isError } = useRead(readStudyToday);
  const daily = useRead(readEnhancedStatistics, undefined, { enabled: showStreak }).data?.daily;
  const rules = useDayRules();
  const date = today?.date ?? dayOf(serviceTime.nowMs(), rules);
  const fresh = Math.max(met.length, daily?.find((day) => day.date === date)?.newWords ?? 0);
  // Without a connection the days before are unknown.
  const before = today && daily && today.streakDays - (today.studiedToday ? 1 : 0);
  return {
    date,
    /** Then only this session counts. */
    isUnknown: today === undefined && (isPaused || isError),
    fresh,
    words: Math.max(words, (today?.reviewedToday ?? 0) + fresh),
    streak: before === undefined ? undefined : before + 1,
    studied: new Set([date, ...(daily ?? []).map((day) => day.date)]),
  };
}

/** The week of today: a mark for each of its days. */
function Week({
  today,
  studied,
}: {
  readonly today: string;
  readonly studied: ReadonlySet<string>;
}) {
  const { t, date, locale } = useText();
  const days = weekOf(today, weekStartOf(locale));
  return (
    <ol className={styles.week}>
      {days.map((day) => {
        const isStudied = studied.has(day);
        const noon = `${day}T12:00:00`;
        return (
          <li key={day}>
            <span aria-hidden="true" className={styles.weekday}>
              {date(noon, { weekday: "narrow" })}
            </span>
            <span
              aria-hidden="true"
              className={cx(
                styles.day,
                isStudied && styles.studied,
                day === today && styles.today,
                day > today && styles.future,
              )}
            >
              {isStudied && <CheckIcon size={14} />}
            </span>
            <VisuallyHidden>
              {t(isStudied ? "done.day_studied" : "done.day_not_studied", {
                day: date(noon, { weekday: "long" }),
              })}
            </VisuallyHidden>
          </li>
        );
      })}
    </ol>
  );
}

function Next({ badge }: { readonly badge: Badge }) {
  const { t, percent } = useText();
  return (
    <div className={styles.next}>
      <BadgeDrawing badge={badge} />
      <div className={styles.nextText}>
        <Text size="small" tone="soft">
          {t("done.next_badge")}
        </Text>
        <p className={styles.badgeName}>{badge.name}</p>
        <Progress
          size="thin"
          label={badge.name}
          value={badge.progress}
          text={t("notifications.progress", { share: percent(badge.progress) })}
        />
        <Text size="small" tone="soft">
          {badge.description}
        </Text>
      </div>
    </div>
  );
}
