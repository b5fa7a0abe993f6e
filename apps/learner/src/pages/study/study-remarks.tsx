import type { WordPublic } from "@wordloom/contract";
import { languageName } from "@wordloom/language";
import { Button } from "@wordloom/ui";
import { keep, observable, readKept, useObservable } from "@wordloom/web/state";
import { useEffect, useState } from "react";
import { questionKinds } from "../../features/app-settings/app-settings.ts";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { isOfAnotherDay } from "../../features/clock/session-over.ts";
import { useDayRules } from "../../features/clock/use-day-rules.ts";
import { spokenKinds } from "../../features/question/question-kind.ts";
import { wordLanguage } from "../../features/question/word-language.ts";
import { learnerWorkspace } from "../../features/study-session/learner-workspace.ts";
import { serviceTime } from "../../platform/service-time.ts";
import { useSpeech } from "./use-speech.ts";
import { useText } from "../../text/use-text.ts";
import styles from "./study.module.css";

/** Used until the workspace is open. */
const kept = observable<"kept" | "memory">("kept");

/** Languages whose missing voice was mentioned in this browser. */
const TOLD = "no-voice";

/**
 * Notices above the card: that the session is of the day before, and what this browser cannot do; a
 * limit may appear mid-session. That a voice is missing is said once, above one card.
 *
 * @param props.word        the word on the screen
 * @param props.startedAtMs when the session began
 */
export function StudyRemarks(props: { readonly word: WordPublic; readonly startedAtMs: number }) {
  const { word, startedAtMs } = props;
  const { t, language } = useText();
  const isOfYesterday = isOfAnotherDay({ startedAtMs }, useDayRules(), serviceTime.nowMs());
  const { kinds } = useAppSettings();
  const storage = useObservable(useObservable(learnerWorkspace)?.store.storage ?? kept);
  const { canSpeak } = useSpeech(word);
  const isMute = !canSpeak && questionKinds.some((kind) => spokenKinds.has(kind) && kinds[kind]);
  const unheard = isMute ? wordLanguage(word) : undefined;
  const { isNews, dismiss } = useNews(unheard, word.text);
  return (
    <div role="status">
      {isOfYesterday && <p className={styles.remark}>{t("study.new_day")}</p>}
      {storage === "memory" && <p className={styles.remark}>{t("study.memory_only")}</p>}
      {unheard !== undefined && isNews && (
        <p className={styles.remark}>
          {t("study.no_voice", { language: languageName(unheard, language) })}
          <Button size="small" kind="plain" onClick={dismiss}>
            {t("shell.refused_dismiss")}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Whether this language is new to the list, on the card where it was first mentioned. */
function useNews(language: string | undefined, text: string) {
  const [told, setTold] = useState(() => readKept<readonly string[]>(TOLD, []));
  const [news, setNews] = useState<string>();
  if (language !== undefined && !told.includes(language)) {
    setTold([...told, language]);
    setNews(text);
  }
  useEffect(() => keep(TOLD, told), [told]);
  return { isNews: language !== undefined && news === text, dismiss: () => setNews(undefined) };
}
