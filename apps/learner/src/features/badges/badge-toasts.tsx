import { toast } from "@wordloom/ui";
import { listBadges } from "virtual:endpoints";
import { useEffect, useEffectEvent } from "react";
import { serviceTime } from "../../platform/service-time.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { badgesWereShown, freshBadges } from "./badges-shown.ts";

/** Of the drawing, pixels. */
const SIZE = 40;

/** Shows badges that were earned by answers whose session was left before its last screen. */
export function BadgeToasts() {
  const { t } = useText();
  const badges = useRead(listBadges).data;
  const tell = useEffectEvent(async () => {
    const fresh = freshBadges(badges ?? [], serviceTime.nowMs(), performance.now());
    if (fresh.length === 0) return;
    badgesWereShown(fresh);
    // Loaded before: a message with a hole for its drawing looks broken. Without it, a sentence.
    const drawing = await import("./badge-drawing.tsx").catch(() => undefined);
    for (const badge of fresh) {
      toast({
        text: t("shell.badge_earned", { badge: badge.name }),
        picture: drawing && <drawing.BadgeDrawing badge={badge} size={SIZE} isFresh />,
        canWait: true,
      });
    }
  });
  useEffect(() => void tell(), [badges]);
  return null;
}
