import { useCallback, useEffect, useState } from "react";
import { useObservable } from "@wordloom/web/state";
import { learnerWorkspace } from "../../features/study-session/learner-workspace.ts";
import { openPlan } from "../../features/study-session/kept-plan.ts";
import type { OpenPlan } from "../../features/study-session/session-state.ts";

/**
 * The open session of this browser's plan, and a way to look again. Undefined: not looked up yet.
 */
export function useOpenPlan(): readonly [OpenPlan | "none" | undefined, look: () => void] {
  const workspace = useObservable(learnerWorkspace);
  const [plan, setPlan] = useState<OpenPlan | "none">();
  const look = useCallback(() => {
    if (workspace === undefined) return;
    const show = (open: OpenPlan | undefined) => setPlan(open ?? "none");
    openPlan(workspace).then(show, () => show(undefined));
  }, [workspace]);
  useEffect(() => {
    look();
    return workspace?.tabs.onNotified(look);
  }, [workspace, look]);
  return [plan, look];
}
