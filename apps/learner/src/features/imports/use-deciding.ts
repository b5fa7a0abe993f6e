import { useState } from "react";
import type { Choice, JudgedLine } from "./judged-list.ts";

/** What the learner decides about the lines: for all of them, and for single ones. */
export function useDeciding() {
  const [forAll, setForAll] = useState<Choice>("own");
  const [single, setSingle] = useState<ReadonlyMap<number, Choice>>(new Map());
  const [keepUnknown, setKeepUnknown] = useState(false);
  return {
    forAll,
    keepUnknown,
    setKeepUnknown,
    choiceOf: ({ line }: Pick<JudgedLine, "line">): Choice => single.get(line) ?? forAll,
    chooseAll: (choice: Choice) => {
      setForAll(choice);
      setSingle(new Map());
    },
    choose: ({ line }: Pick<JudgedLine, "line">, choice: Choice) =>
      setSingle((before) => new Map(before).set(line, choice)),
    reset: () => {
      setForAll("own");
      setSingle(new Map());
      setKeepUnknown(false);
    },
  };
}

export type Deciding = ReturnType<typeof useDeciding>;
