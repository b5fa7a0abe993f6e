import { observable, useObservable } from "@wordloom/web/state";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { spokenKinds } from "../../features/question/question-kind.ts";
import { languageOfText } from "../../features/question/text-language.ts";
import { learnerWorkspace } from "../../features/study-session/learner-workspace.ts";
import { useSpeech } from "./use-speech.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./study.module.css";

/** Used until the workspace is open. */
const kept = observable<"kept" | "memory">("kept");

/**
 * Notices above the card about what this browser cannot do, each shown once; a limit may appear
 * mid-session. `text`: the word on the screen, whose language may have no voice.
 */
export function StudyRemarks({ text }: { readonly text: string }) {
  const { t } = useText();
  const { kinds } = useAppSettings();
  const storage = useObservable(useObservable(learnerWorkspace)?.store.storage ?? kept);
  const { canSpeak } = useSpeech(text);
  const isMute = !canSpeak && [...spokenKinds].some((kind) => kinds[kind]);
  return (
    <div role="status">
      {storage === "memory" && <p className={styles.remark}>{t("study.memory_only")}</p>}
      {isMute && (
        <p className={styles.remark}>{t("study.no_voice", { language: languageOfText(text) })}</p>
      )}
    </div>
  );
}
