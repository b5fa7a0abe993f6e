import { observable, useObservable } from "@wordloom/web/state";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { spokenKinds } from "../../features/question/question-kind.ts";
import { learnerDesk } from "../../features/study-session/learner-desk.ts";
import { useSpeech } from "./use-speech.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./study.module.css";

/** While the desk is not open. */
const kept = observable<"kept" | "memory">("kept");

/** What this browser cannot do, said once above the card: it may turn out in the middle. */
export function StudyRemarks() {
  const { t } = useText();
  const { kinds } = useAppSettings();
  const storage = useObservable(useObservable(learnerDesk)?.store.storage ?? kept);
  const { canSpeak } = useSpeech();
  const isMute = !canSpeak && [...spokenKinds].some((kind) => kinds[kind]);
  return (
    <div role="status">
      {storage === "memory" && <p className={styles.remark}>{t("study.memory_only")}</p>}
      {isMute && <p className={styles.remark}>{t("study.no_voice")}</p>}
    </div>
  );
}
