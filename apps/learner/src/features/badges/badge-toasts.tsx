import { toast } from "@wordloom/ui";
import { latePart, PartBoundary } from "@wordloom/web";
import { listBadges } from "virtual:endpoints";
import { useEffect, useEffectEvent } from "react";
import { serviceTime } from "../../platform/service-time.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";
import { badgesWereShown, freshBadges } from "./badges-shown.ts";

const loadDrawing = () => import("./badge-drawing.tsx");
const BadgeDrawing = latePart(loadDrawing, "BadgeDrawing");
/** Of the drawing, pixels; kept free until it is there. */
const SIZE = 40;

/** Shows badges that were earned by answers whose session was left before its last screen. */
export function BadgeToasts() {
  const { t } = useText();
  const badges = useRead(listBadges).data;
  const tell = useEffectEvent(async () => {
    const fresh = freshBadges(badges ?? [], serviceTime.nowMs(), performance.now());
    if (fresh.length === 0) return;
    badgesWereShown(fresh);
    // A message with a hole for its drawing looks broken; without the file it is a sentence.
    await loadDrawing().catch(() => undefined);
    for (const badge of fresh) {
      toast({
        text: t("shell.badge_earned", { badge: badge.name }),
        picture: (
          <PartBoundary waiting={<svg width={SIZE} height={SIZE} aria-hidden />}>
            <BadgeDrawing badge={badge} size={SIZE} isFresh />
          </PartBoundary>
        ),
        canWait: true,
      });
    }
  });
  useEffect(() => void tell(), [badges]);
  return null;
}
