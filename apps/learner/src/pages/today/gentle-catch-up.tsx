import { Button, Notice, Row, Stack } from "@wordloom/ui";
import { useEffect, useState } from "react";
import { changeAppSettings, useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { usualReviews } from "../../features/kit/planned-words.ts";
import { isPiledUp, type TodayPortion } from "./gentle-portion.ts";
import { useText } from "../../text/use-text.ts";

/** Offers a backlog larger than a usual day in portions, regardless of its cause. */
export function GentleCatchUp({ today }: { readonly today: TodayPortion }) {
  const { t, sentences } = useText();
  const { gentleCap } = useAppSettings();
  const [isDeclined, setIsDeclined] = useState(false);
  const { overdue, held } = today;
  const cap = usualReviews(today);
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
  if (isDeclined || !isPiledUp(today)) return null;
  return (
    <Notice heading={t("today.gentle_title")}>
      <Stack space={1}>
        <span>{t("today.gentle_text", { overdue, cap, days: Math.ceil(overdue / cap) })}</span>
        <Row space={1}>
          <Button size="small" onClick={() => void changeAppSettings({ gentleCap: cap })}>
            {t("today.gentle_accept", { cap })}
          </Button>
          <Button size="small" kind="plain" onClick={() => setIsDeclined(true)}>
            {t("today.gentle_decline")}
          </Button>
        </Row>
      </Stack>
    </Notice>
  );
}
