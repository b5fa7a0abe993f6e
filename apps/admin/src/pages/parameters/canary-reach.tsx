import { Loaded } from "@wordloom/web";
import type { CallInput } from "@wordloom/contract/client";
import { previewEngineCanary } from "virtual:endpoints";
import { useSettled } from "../../features/engine-config/use-settled.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

type CanaryDraft = CallInput<typeof previewEngineCanary>["body"];

/** How many learners the canary would reach, shown before it starts. */
export function CanaryReach({ draft }: { readonly draft: CanaryDraft }) {
  const { t, number } = useText();
  const body = useSettled(draft);
  const reach = useRead(previewEngineCanary, { body }, { keepPrevious: true });
  return (
    <Loaded of={reach} failed={t("parameters.canary_reach_failed")}>
      {({ affectedUsers: count, eligibleUsers: eligible, totalUsers }) => (
        <p>
          {t("parameters.canary_reach", {
            count,
            shown: number(count),
            eligible,
            eligibleShown: number(eligible),
            total: number(totalUsers),
          })}
        </p>
      )}
    </Loaded>
  );
}
