import { Button, Headline, Stack, Text } from "@wordloom/ui";
import { type ReactNode, useEffect, useState } from "react";
import { useKeys } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import { useLocation } from "wouter";
import { learnerWorkspace } from "../../features/study-session/learner-workspace.ts";
import { keptPlan, type KeptPlan as Plan } from "../../features/study-session/kept-plan.ts";
import { useText } from "../../text/use-text.ts";
import { TodaySkeleton } from "./today-skeleton.tsx";
import styles from "./today-plan.module.css";

/** What this browser has stored for study, shown when today's plan cannot be loaded. */
export function KeptPlan({ failed }: { readonly failed: ReactNode }) {
  const { t } = useText();
  const [, goTo] = useLocation();
  const plan = useKeptPlan();
  const go = () => goTo("/study");
  useKeys({ " ": go, Enter: go });
  if (plan === undefined) return <TodaySkeleton />;
  if (plan === "none") return failed;
  const { due, fresh, isBegun } = plan;
  const count = due + fresh;
  const isThrough = count === 0 && !isBegun;
  return (
    <Stack space={3}>
      <Headline size={4} className={styles.headline}>
        {t(count === 0 ? (isBegun ? "today.kept_begun" : "today.all_done") : "today.ready", {
          count,
        })}
      </Headline>
      <Text tone="soft" className={styles.plan}>
        {t("today.kept_text")}
      </Text>
      <div>
        <Button
          kind="primary"
          size="large"
          href={isThrough ? "/study?practise=ahead" : "/study"}
          keys={t("common.space")}
          className={styles.study}
        >
          {t(isBegun ? "today.go_on" : isThrough ? "today.study_more" : "today.study")}
        </Button>
      </div>
    </Stack>
  );
}

/** Undefined: not looked up yet. */
function useKeptPlan(): Plan | "none" | undefined {
  const workspace = useObservable(learnerWorkspace);
  const [plan, setPlan] = useState<Plan | "none">();
  useEffect(() => {
    if (workspace === undefined) return;
    let isOver = false;
    const show = (kept: Plan | undefined) => isOver || setPlan(kept ?? "none");
    keptPlan(workspace).then(show, () => show(undefined));
    return () => {
      isOver = true;
    };
  }, [workspace]);
  return plan;
}
