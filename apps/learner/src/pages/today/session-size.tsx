import { Kbd, Segmented } from "@wordloom/ui";
import { useKeys } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import { changeAppSettings, useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { learnerWorkspace } from "../../features/study-session/learner-workspace.ts";
import { forgetUnansweredPlan } from "../../features/study-session/session-store.ts";
import { useText } from "../../text/use-text.ts";
import { sizesFor } from "./session-sizes.ts";
import styles from "./today-plan.module.css";

/**
 * How many words the next session has: fewer than are planned, as a habit, or more, this once. A
 * session that was opened and not answered gives way to one of the chosen size.
 * @param props.planned words that a session of today's plan has
 * @param props.isAll   whether these are all that are planned
 * @param props.opened  words of the unanswered session
 * @param props.canGrow whether the service can add words
 */
export function SessionSize({
  planned,
  isAll = true,
  opened,
  canGrow = true,
  onChosen,
}: {
  readonly planned: number;
  readonly isAll?: boolean;
  readonly opened?: number | undefined;
  readonly canGrow?: boolean;
  readonly onChosen: () => void;
}) {
  const { t, number } = useText();
  const { session } = useAppSettings();
  const workspace = useObservable(learnerWorkspace);
  const { sizes, chosen } = sizesFor(planned, session, { canGrow, opened });
  // Without the service there is no plan, only what is there.
  const whole = canGrow ? (isAll ? "session_plan" : "session_most") : "session_all";
  const choose = async (words: number | null) => {
    if (opened !== undefined && workspace !== undefined)
      await forgetUnansweredPlan(workspace.store);
    void changeAppSettings({ session: { words, once: words !== null && words > planned } });
    onChosen();
  };
  useKeys(Object.fromEntries(sizes.map((size, at) => [String(at + 1), () => void choose(size)])));
  if (sizes.length === 1) return null;
  return (
    <Segmented
      label={t("today.session_words")}
      size="small"
      value={String(chosen)}
      options={sizes.map((size, at) => ({
        value: String(size),
        label: (
          <span className={styles["size"]}>
            {size === null ? t(`today.${whole}`, { count: planned }) : number(size)}
            <Kbd aria-hidden="true">{at + 1}</Kbd>
          </span>
        ),
      }))}
      onChange={(value) => void choose(sizes.find((size) => String(size) === value) ?? null)}
    />
  );
}
