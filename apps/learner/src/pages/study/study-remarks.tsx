import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { spokenKinds } from "../../features/question/question-kind.ts";
import { useText } from "../../text/text-provider.tsx";
import { useSpeech } from "./use-speech.ts";
import styles from "./study.module.css";

/** What this browser cannot do, said once above the card. */
export function StudyRemarks({ isMemoryOnly }: { readonly isMemoryOnly: boolean }) {
  const { t } = useText();
  const { kinds } = useAppSettings();
  const { canSpeak } = useSpeech();
  const isMute = !canSpeak && [...spokenKinds].some((kind) => kinds[kind]);
  return (
    <>
      {isMemoryOnly && <p className={styles.remark}>{t("study.memory_only")}</p>}
      {isMute && <p className={styles.remark}>{t("study.no_voice")}</p>}
    </>
  );
}
