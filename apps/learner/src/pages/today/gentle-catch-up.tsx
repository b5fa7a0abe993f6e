import { Button, Notice, Row } from "@wordloom/ui";
import { useEffect, useState } from "react";
import { changeAppSettings, useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import type { TodayPortion } from "./gentle-portion.ts";
import { useText } from "../../text/use-text.ts";

/** After this many days away, a large backlog is offered in portions. */
const AWAY_DAYS = 3;
const WALL = 60;
const CAP = 40;

export function GentleCatchUp({ today }: { readonly today: TodayPortion }) {
  const { t, sentences } = useText();
  const { gentleCap } = useAppSettings();
  const [isDeclined, setIsDeclined] = useState(false);
  const { overdue, held, daysAway } = today;
  const isOver = gentleCap !== null && overdue === 0;
  useEffect(() => {
    if (isOver) void changeAppSettings({ gentleCap: null });
  }, [isOver]);
  if (gentleCap !== null) {
    return isOver ? null : (
      <Notice
        action={
          <Button size="small" onClick={() => void changeAppSettings({ gentleCap: null })}>
            {t("today.gentle_stop")}
          </Button>
        }
      >
        {sentences([
          t("today.gentle_on", { cap: gentleCap }),
          ...(held > 0 ? [t("today.gentle_held", { count: held })] : []),
        ])}
      </Notice>
    );
  }
  if (isDeclined || overdue < WALL || (daysAway ?? 0) < AWAY_DAYS) return null;
  return (
    <Notice heading={t("today.gentle_title")}>
      {t("today.gentle_text", { overdue, cap: CAP, days: Math.ceil(overdue / CAP) })}
      <Row space={1}>
        <Button size="small" onClick={() => void changeAppSettings({ gentleCap: CAP })}>
          {t("today.gentle_accept", { cap: CAP })}
        </Button>
        <Button size="small" kind="plain" onClick={() => setIsDeclined(true)}>
          {t("today.gentle_decline")}
        </Button>
      </Row>
    </Notice>
  );
}
