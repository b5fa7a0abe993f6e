import { Headline, Text } from "@wordloom/ui";
import { listBadges } from "virtual:endpoints";
import { useEffect } from "react";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { BadgeDrawing } from "../../features/badges/badge-drawing.tsx";
import { badgesWereShown } from "../../features/badges/badges-shown.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { earnedSince } from "./next-badge.ts";
import styles from "./reached.module.css";

/** The badges that this session earned. */
export function Earned({ sinceMs }: { readonly sinceMs: number }) {
  const { t } = useText();
  const { showStreak } = useAppSettings();
  const badges = useRead(listBadges, undefined, { enabled: showStreak }).data ?? [];
  const earned = showStreak ? earnedSince(badges, sinceMs) : [];
  useEffect(() => badgesWereShown(earned));
  return (
    <div role="status">
      {earned.map((badge) => (
        <div key={badge.id} className={styles.earned}>
          <BadgeDrawing badge={badge} size={88} isFresh />
          <div>
            <Text size="small" tone="soft">
              {t("done.new_badge")}
            </Text>
            <Headline level={2} size={1}>
              {badge.name}
            </Headline>
            <Text tone="soft">{badge.description}</Text>
          </div>
        </div>
      ))}
    </div>
  );
}
