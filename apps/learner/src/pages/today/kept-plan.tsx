import { Button, Headline, Stack, Text } from "@wordloom/ui";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useKeys } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import { useLocation } from "wouter";
import { learnerWorkspace } from "../../features/study-session/learner-workspace.ts";
import { keptPlan, type KeptPlan as Plan } from "../../features/study-session/kept-plan.ts";
import { useText } from "../../text/use-text.ts";
import { SessionSize } from "./session-size.tsx";
import { TodaySkeleton } from "./today-skeleton.tsx";
import styles from "./today-plan.module.css";

/** What this browser has stored for study, shown when today's plan cannot be loaded. */
export function KeptPlan({ failed }: { readonly failed: ReactNode }) {
  const { t } = useText();
  const [, goTo] = useLocation();
  const [plan, look] = useKeptPlan();
  const go = () => goTo("/study");
  useKeys({ " ": go, Enter: go });
  if (plan === undefined) return <TodaySkeleton />;
  if (plan === "none") return failed;
  const { count, open } = plan;
  const begun = (open?.answered ?? 0) > 0 ? open : undefined;
  const ready = open?.left ?? count;
  const isThrough = ready === 0;
  const isSized = count > 0 && begun === undefined;
  return (
    <Stack space={3}>
      <Headline size={4} className={styles.headline}>
        {begun !== undefined
          ? t("today.left", { count: begun.left })
          : t(isThrough ? "today.all_done" : "today.ready", { count: ready })}
      </Headline>
      <Text tone="soft" className={styles.plan}>
        {t("today.kept_text")}
      </Text>
      {isSized && (
        <SessionSize planned={count} opened={open?.left} canGrow={false} onChosen={look} />
      )}
      <div>
        <Button
          kind="primary"
          size="large"
          href={isThrough ? "/study?practise=ahead" : "/study"}
          keys={t("common.space")}
          className={styles.study}
        >
          {t(begun !== undefined ? "today.go_on" : isThrough ? "today.study_more" : "today.study")}
        </Button>
      </div>
    </Stack>
  );
}

/** The plan, and a way to look again. Undefined: not looked up yet. */
function useKeptPlan(): readonly [Plan | "none" | undefined, look: () => void] {
  const workspace = useObservable(learnerWorkspace);
  const [plan, setPlan] = useState<Plan | "none">();
  const look = useCallback(() => {
    if (workspace === undefined) return;
    const show = (kept: Plan | undefined) => setPlan(kept ?? "none");
    keptPlan(workspace).then(show, () => show(undefined));
  }, [workspace]);
  useEffect(look, [look]);
  return [plan, look];
}
