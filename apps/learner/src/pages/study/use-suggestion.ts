import { useEffect, useRef, useState } from "react";
import { connection } from "@wordloom/web";
import { suggestions, type Suggestion } from "../../server-state/study-words.ts";

/** The engine is asked every this many answers. */
const EVERY = 10;

/**
 * The engine's suggestion, shown between two questions. Each kind appears once a session.
 * @param answers given so far
 */
export function useSuggestion(answers: number): {
  readonly shown: Suggestion | undefined;
  /** Shows a pending suggestion; called between two questions. */
  readonly look: () => void;
  readonly dismiss: () => void;
} {
  const waiting = useRef<Suggestion>(undefined);
  const had = useRef(new Set<Suggestion>());
  const [shown, setShown] = useState<Suggestion>();
  useEffect(() => {
    if (answers === 0 || answers % EVERY !== 0 || connection.get() !== "online") return;
    // A late reply is still valid a few answers later, since cards take only a second or two.
    suggestions().then(
      (found) => {
        waiting.current = found.find((one) => !had.current.has(one));
      },
      // Not worth a message: the engine is asked again ten answers later.
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
