import { toast } from "@wordloom/ui";
import { useCallback, useMemo, useRef, useState } from "react";
import { useObservable } from "@wordloom/web/state";
import type { KeyMap } from "@wordloom/web";
import type { AppSettings, StudyAction } from "../../features/app-settings/app-settings.ts";
import type { StudyRuntime } from "../../features/study-session/study-runtime.ts";
import type { StudyWord } from "../../features/kit/study-word.ts";
import type { TextKey } from "../../text/keys.ts";
import { useSpeech } from "./use-speech.ts";
import { useText } from "../../text/use-text.ts";

export interface WordAct {
  readonly action: Exclude<StudyAction, "reveal">;
  readonly label: string;
  readonly run: () => void;
  readonly isPressed?: boolean;
}

export interface Acting {
  /** The acts that are possible now, in display order. */
  readonly acts: readonly WordAct[];
  readonly undo: () => void;
  /** The dialog that is open. */
  readonly layer: "note" | "book" | undefined;
  readonly setLayer: (layer: Acting["layer"]) => void;
}

/** The acts for the word on the screen, apart from answering. */
export function useWordActs(runtime: StudyRuntime, entry: StudyWord | undefined): Acting {
  const { t } = useText();
  const { current } = useObservable(runtime.state).step;
  const canUndo = useObservable(runtime.canUndo);
  const { canSpeak, speak } = useSpeech(entry?.word.text ?? "");
  const [layer, setLayer] = useState<Acting["layer"]>();
  const unsay = useRef(() => {});
  // Undo waits for its turn, because an answer may still be on its way into the store.
  const undo = useCallback(() => {
    unsay.current();
    void runtime.undo();
  }, [runtime]);
  const isAsked = current?.phase === "question";
  const isHeard = canSpeak && !(isAsked && isWritten(current.kind));
  // Memoized, because there are many and a step is rendered several times.
  const acts = useMemo(() => {
    const possible: WordAct[] = [];
    const add = (action: WordAct["action"], key: TextKey, run: () => void, isPressed?: boolean) =>
      possible.push({ action, label: t(key), run, ...(isPressed !== undefined && { isPressed }) });
    if (canUndo) add("undo", "common.undo", undo);
    if (entry === undefined) return possible;
    const { id, text: word } = entry.word;
    const put = (act: "known" | "suspend" | "bury", said: TextKey) => () => {
      void runtime.act(act, id);
      unsay.current = toast({ text: t(said, { word }), key: "word-act" });
    };
    if (isHeard) add("sound", "study.sound", speak);
    if (isAsked) add("hint", "study.hint", () => void runtime.send({ type: "hint" }));
    add("known", "study.known", put("known", "study.did_known"));
    const favorite = entry.favorite;
    const mark = () => void runtime.act(favorite ? "unfavorite" : "favorite", id);
    add("favorite", "study.favorite", mark, favorite);
    add("note", "study.note", () => setLayer("note"));
    add("addToBook", "words.add", () => setLayer("book"));
    add("suspend", "study.suspend", put("suspend", "study.did_suspend"));
    add("bury", "study.bury", put("bury", "study.did_bury"));
    return possible;
  }, [runtime, entry, t, canUndo, undo, isHeard, speak, isAsked]);
  return { acts, undo, layer, setLayer };
}

/** Hearing a word that must be typed or named would give it away. */
function isWritten(kind: string): boolean {
  return kind === "spelling" || kind === "meaning-to-word";
}

/** The keys of the acts. Undo's keys work even before it is shown. */
export function keysOfActs({ acts, undo }: Acting, keys: AppSettings["keys"]): KeyMap {
  const own = acts.map(({ action, run }) => [keys[action], run] as const);
  return { ...Object.fromEntries(own), [keys.undo]: undo, "ctrl+z": undo };
}
