import { Columns, ErrorState, Stack } from "@wordloom/ui";
import { readStudyToday } from "virtual:endpoints";
import { refusalText, traceOf } from "@wordloom/web";
import { PackSlot } from "../../features/pack-slots/pack-slot.tsx";
import { useRead } from "../../server-state/use-read.ts";
import { BookProgress } from "./book-progress.tsx";
import { Forecast } from "./forecast.tsx";
import { SlippingList } from "./slipping-list.tsx";
import { TodayPlan } from "./today-plan.tsx";
import { TodaySkeleton } from "./today-skeleton.tsx";
import { useText } from "../../text/use-text.ts";

/** The first screen: what there is to do today, and one button to begin. */
export function TodayPage() {
  const text = useText();
  const today = useRead(readStudyToday);
  if (today.isPending) return <TodaySkeleton />;
  if (today.isError && today.data === undefined) {
    return (
      <ErrorState
        level={1}
        heading={text.t("today.failed")}
        text={refusalText(today.error, text)}
        onRetry={() => void today.refetch()}
        busy={today.isFetching}
        traceId={traceOf(today.error)}
      />
    );
  }
  return (
    <>
      <PackSlot name="update-notice" />
      <PackSlot name="home-top" />
      <Columns split="wide-first">
        <Stack space={5}>
          <TodayPlan today={today.data} />
          <Forecast />
        </Stack>
        <Stack space={5}>
          <SlippingList />
          <BookProgress />
        </Stack>
      </Columns>
    </>
  );
}
