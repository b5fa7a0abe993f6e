import { useEffect, useRef, useState } from "react";
import { connection } from "@wordloom/web";
import { suggestions, type Suggestion } from "../../server-state/study-words.ts";

/** The engine is asked after so many answers. */
const EVERY = 10;

/**
 * What the engine suggests, for between two questions. Each kind once a session.
 *
 * @param answers given so far
 */
export function useSuggestion(answers: number): {
  readonly shown: Suggestion | undefined;
  /** Between two questions: shows what is waiting. */
  readonly look: () => void;
  readonly dismiss: () => void;
} {
  const waiting = useRef<Suggestion>(undefined);
  const had = useRef(new Set<Suggestion>());
  const [shown, setShown] = useState<Suggestion>();
  useEffect(() => {
    if (answers === 0 || answers % EVERY !== 0 || connection.get() !== "online") return;
    // A reply that comes after the next answers still holds: cards are answered in a second or two.
    suggestions().then(
      (found) => {
        waiting.current = found.find((one) => !had.current.has(one));
      },
      // Not worth a word: the next ten answers ask again.
      () => undefined,
    );
  }, [answers]);
  return {
    shown,
    look() {
      const found = waiting.current;
      waiting.current = undefined;
      if (found === undefined) return;
      had.current.add(found);
      setShown(found);
    },
    dismiss: () => setShown(undefined),
  };
}
