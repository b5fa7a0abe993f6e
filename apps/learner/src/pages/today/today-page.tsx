import { Columns, Stack } from "@wordloom/ui";
import { readStudyToday } from "virtual:endpoints";
import { Reading } from "@wordloom/web";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { PackSlot } from "../../features/pack-slots/pack-slot.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { BookProgress } from "./book-progress.tsx";
import { Forecast } from "./forecast.tsx";
import { portionOf } from "./gentle-portion.ts";
import { KeptPlan } from "./kept-plan.tsx";
import { SlippingList } from "./slipping-list.tsx";
import { TodayPlan } from "./today-plan.tsx";
import { TodaySkeleton } from "./today-skeleton.tsx";
import { useOpenPlan } from "./use-open-plan.ts";
import { useText } from "../../text/use-text.ts";

/** The first screen: what there is to do today, and one button to start. */
export function TodayPage() {
  const { t } = useText();
  const { gentleCap } = useAppSettings();
  const [open, lookAgain] = useOpenPlan();
  return (
    <Reading
      level={1}
      query={useRead(readStudyToday)}
      heading={t("today.failed")}
      skeleton={<TodaySkeleton />}
      otherwise={(failed) => <KeptPlan failed={failed} />}
    >
      {(today) =>
        open === undefined ? (
          <TodaySkeleton />
        ) : (
          <>
            <PackSlot name="update-notice" />
            <PackSlot name="home-top" />
            <Columns split="wide-first">
              <Stack space={5}>
                <TodayPlan
                  today={portionOf(today, gentleCap)}
                  open={open === "none" ? undefined : open}
                  onResized={lookAgain}
                />
                <Forecast reviewed={today.reviewedToday} />
              </Stack>
              <Stack space={5}>
                <SlippingList />
                <BookProgress newToday={today.new} />
              </Stack>
            </Columns>
          </>
        )
      }
    </Reading>
  );
}
