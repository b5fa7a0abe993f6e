import { Button, Notice, Row } from "@wordloom/ui";
import type { StudyToday } from "@wordloom/contract";
import { useState } from "react";
import { changeAppSettings, useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { useText } from "../../text/use-text.ts";

/** After three days away a wall of reviews is offered in portions. */
const AWAY_DAYS = 3;
const WALL = 60;
const CAP = 40;

export function GentleCatchUp({ today }: { readonly today: StudyToday }) {
  const { t } = useText();
  const { gentleCap } = useAppSettings();
  const [isDeclined, setIsDeclined] = useState(false);
  const { overdue, daysAway } = today;
  if (gentleCap !== null) {
    return overdue === 0 ? null : (
      <Notice
        action={
          <Button size="small" onClick={() => void changeAppSettings({ gentleCap: null })}>
            {t("today.gentle_stop")}
          </Button>
        }
      >
        {t("today.gentle_on", { cap: gentleCap })}
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
