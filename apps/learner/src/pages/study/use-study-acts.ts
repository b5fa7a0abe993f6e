import { useCallback, useEffect, useMemo, useState } from "react";
import { useObservable } from "@wordloom/web/state";
import type { KeyMap } from "@wordloom/web";
import type { AppSettings, StudyAction } from "../../features/app-settings/app-settings.ts";
import { heardPart, type AskedSentence } from "../../features/question/asked-by-ear.ts";
import { directions } from "../../features/question/question-kind.ts";
import type { StudyRuntime } from "../../features/study-session/study-runtime.ts";
import type { StudyWord } from "../../features/kit/study-word.ts";
import type { TextKey } from "../../text/keys.ts";
import { useSpeech } from "./use-speech.ts";
import { useText } from "../../text/use-text.ts";

export interface WordAct {
  /** Those that are no setting have no key. */
  readonly action: Exclude<StudyAction, "reveal"> | "edit" | "wrong";
  readonly label: string;
  readonly run: () => void;
  readonly isPressed?: boolean;
}

export interface Acting {
  /** The acts that are possible now, in display order. */
  readonly acts: readonly WordAct[];
  readonly undo: () => void;
  /** What was just done to a word. It has a place of its own: a toast would cover a button. */
  readonly said: string | undefined;
  readonly say: (text: string) => void;
  /** The dialog that is open. */
  readonly layer: "note" | "book" | "edit" | "wrong" | undefined;
  readonly setLayer: (layer: Acting["layer"]) => void;
}

/**
 * The acts for the word on the screen, apart from answering.
 *
 * @param sentence  the one that is asked
 */
export function useWordActs(
  runtime: StudyRuntime,
  entry: StudyWord | undefined,
  sentence: AskedSentence | undefined,
): Acting {
  const { t } = useText();
  const { step, direction } = useObservable(runtime.state);
  const { current } = step;
  const canUndo = useObservable(runtime.canUndo);
  const isAsked = current?.phase === "question";
  const { canSpeak, speak } = useSpeech(entry?.word, isAsked ? heardPart(sentence) : "text");
  const [layer, setLayer] = useState<Acting["layer"]>();
  const { said, say, unsay } = useSaying();
  // Undo waits for its turn, because an answer may still be on its way into the store.
  const undo = useCallback(() => {
    unsay();
    void runtime.undo();
  }, [runtime, unsay]);
  const isHinted = isAsked && !withoutHint.has(current.kind);
  const isHeard = canSpeak && !(isAsked && isWritten(current.kind));
  // Memoized, because there are many and a step is rendered several times.
  const acts = useMemo(() => {
    const possible: WordAct[] = [];
    const add = (action: WordAct["action"], key: TextKey, run: () => void, isPressed?: boolean) =>
      possible.push({ action, label: t(key), run, ...(isPressed !== undefined && { isPressed }) });
    if (canUndo) add("undo", "common.undo", undo);
    if (entry === undefined) return possible;
    const { id, text: word } = entry.word;
    // Words that this browser kept from an earlier service have no owner.
    const isOfLibrary = (entry.word.ownerId ?? null) === null;
    const put = (act: "known" | "suspend" | "bury", said: TextKey) => () => {
      void runtime.act(act, id);
      say(t(said, { word }));
    };
    if (isHeard) add("sound", "study.sound", speak);
    if (isHinted) add("hint", "study.hint", () => void runtime.send({ type: "hint" }));
    add("known", "study.known", put("known", "study.did_known"));
    const favorite = entry.favorite;
    const mark = () => void runtime.act(favorite ? "unfavorite" : "favorite", id);
    add("favorite", "study.favorite", mark, favorite);
    add("note", "study.note", () => setLayer("note"));
    add("addToBook", "word.add", () => setLayer("book"));
    // The fields would give the answer away.
    if (!isAsked) {
      add("edit", "word.edit", () => setLayer("edit"));
      if (isOfLibrary) add("wrong", "word.wrong", () => setLayer("wrong"));
    }
    const turn = () => {
      const next = directions[(directions.indexOf(direction) + 1) % directions.length] ?? "mixed";
      void runtime.send({ type: "direction", direction: next });
      say(t("study.direction", { direction: next }));
    };
    add("suspend", "study.suspend", put("suspend", "study.did_suspend"));
    add("bury", "study.bury", put("bury", "study.did_bury"));
    const label = t("study.direction", { direction });
    possible.push({ action: "direction", label, run: turn });
    return possible;
  }, [runtime, entry, t, canUndo, undo, isHeard, speak, isAsked, isHinted, say, direction]);
  return { acts, undo, said, say, layer, setLayer };
}

/** Of two words one less is the answer, and a letter of one word says little about a sentence. */
const withoutHint: ReadonlySet<string> = new Set(["minimal-pair", "sentence-dictation"]);

/** Long enough to read a sentence. */
const SAID_MS = 5_000;

function useSaying() {
  const [saying, setSaying] = useState<{ readonly text: string }>();
  useEffect(() => {
    if (saying === undefined) return;
    const timer = setTimeout(() => setSaying(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [saying]);
  const say = useCallback((text: string) => setSaying({ text }), []);
  const unsay = useCallback(() => setSaying(undefined), []);
  return { said: saying?.text, say, unsay };
}

/** Hearing a word that must be typed or named would give it away. */
function isWritten(kind: string): boolean {
  return kind === "spelling" || kind === "meaning-to-word" || kind === "recall-word";
}

/** The keys of the acts. Undo's keys work even before it is shown. */
export function keysOfActs({ acts, undo }: Acting, keys: AppSettings["keys"]): KeyMap {
  const own = acts.flatMap(({ action, run }) =>
    action in keys ? [[keys[action as StudyAction], run] as const] : [],
  );
  // A newer act may have by default what the learner chose for an older one, which comes first.
  const inForce = Object.fromEntries(own.toReversed());
  return { ...inForce, [keys.undo]: undo, "ctrl+z": undo };
}
