import { toast } from "@wordloom/ui";
import type { StudyConfig, Wordbook } from "@wordloom/contract";
import {
  listSystemWordbooks,
  listUserWordbooks,
  readStudyConfig,
  updateStudyConfig,
} from "virtual:endpoints";
import { chosenLearning, forgetLearning } from "../../features/first-words/learning-language.ts";
import { EVERY_BOOK } from "../../features/books/use-system-books.ts";
import { planChanged } from "../../features/study-session/learner-workspace.ts";
import { useEffect, useState } from "react";
import { refusalText } from "@wordloom/web";
import { useRead } from "../../server-state/use-read.ts";
import { useWrite } from "../../server-state/use-write.ts";
import {
  spokenLanguages,
  suits,
  type ChosenLanguages,
  type SpokenLanguages,
} from "../../features/books/book-languages.ts";
import { useText } from "../../text/use-text.ts";

/** The choices of the first run: the service's proposals until the learner decides. */
export interface Start {
  readonly system: ReturnType<typeof useRead<typeof listSystemWordbooks>>;
  readonly own: readonly Wordbook[];
  readonly perDay: number;
  readonly setPerDay: (count: number) => void;
  readonly has: (id: string) => boolean;
  readonly choose: (id: string, isChosen: boolean) => void;
  /** Number of words in all chosen books. */
  readonly words: number;
  /** A chosen book whose words are in order of rank: a starter book. */
  readonly ranked: Wordbook | undefined;
  /** The languages of the books, and a way to choose among them. */
  readonly spoken: SpokenLanguages & { choose(chosen: ChosenLanguages): void };
  readonly saving: boolean;
  /** @returns whether it was saved; if not, the reason is on screen */
  readonly save: () => Promise<boolean>;
}

/** Proposed to learners without a book; others keep their pace. */
const PER_DAY = 10;
/** A freshly installed service is still adding its books, so it is polled for a while. */
const ASK_AGAIN_MS = 1_500;
const ASK_AGAIN_MAX = 20;

export function useStart(): Start {
  const text = useText();
  const system = useRead(listSystemWordbooks, EVERY_BOOK);
  useAskAgain(system);
  const own = useRead(listUserWordbooks);
  const config = useRead(readStudyConfig);
  const update = useWrite(updateStudyConfig, { onDone: planChanged });
  const [picked, setPicked] = useState<readonly string[]>();
  const [pace, setPace] = useState<number>();
  const [tongues, setTongues] = useState<ChosenLanguages>({});
  // What a visitor chose to learn; it stays in force until this screen is left.
  const [visited] = useState(() => chosenLearning.get());
  const books = [...(own.data ?? []), ...(system.data ?? [])];
  const asked = { ...(visited !== undefined && { language: visited }), ...tongues };
  const spoken = spokenLanguages(books, asked, text.language);
  const suiting = (offered: readonly Wordbook[] | undefined) =>
    offered?.filter((book) => suits(book, spoken));
  const chosen = picked ?? proposed(config.data?.selectedWordbookIds, suiting(system.data));
  const perDay = pace ?? paceOf(config.data);
  const selected = books.filter(({ id }) => chosen.includes(id));
  return {
    system,
    own: own.data ?? [],
    perDay,
    setPerDay: setPace,
    has: (id) => chosen.includes(id),
    choose: (id, isChosen) => {
      const others = chosen.filter((other) => other !== id);
      setPicked(isChosen ? [...others, id] : others);
    },
    words: selected.reduce((sum, { wordCount }) => sum + wordCount, 0),
    ranked: selected.find(({ isRanked }) => isRanked),
    spoken: {
      ...spoken,
      choose(choice) {
        setTongues({ ...tongues, ...choice });
        // Books of the other language must not stay chosen unseen.
        setPicked(undefined);
      },
    },
    saving: update.isPending,
    async save() {
      try {
        // A learner who is faster than the service must not overwrite her existing plan.
        const stored = config.data ?? (await loaded(config));
        const offered = system.data ?? (await loaded(system));
        const books = picked ?? proposed(stored.selectedWordbookIds, suiting(offered));
        const dailyWordCount = pace ?? paceOf(stored);
        // Who returns to the first run and chooses no language keeps the stored ones.
        const isAsked = tongues.language !== undefined || stored.selectedWordbookIds.length === 0;
        const learned =
          isAsked && spoken.language !== undefined ? { learningLanguages: [spoken.language] } : {};
        const body = { selectedWordbookIds: [...books], dailyWordCount, ...learned };
        await update.mutateAsync({ body });
        forgetLearning();
        return true;
      } catch (error) {
        toast({ text: refusalText(error, text), tone: "slip", key: "start" });
        return false;
      }
    },
  };
}

/** @throws the service's error */
async function loaded<T>(query: {
  readonly refetch: (how: { throwOnError: true }) => Promise<{ readonly data: T | undefined }>;
}): Promise<T> {
  const { data } = await query.refetch({ throwOnError: true });
  if (data === undefined) throw new Error("nothing was loaded");
  return data;
}

function paceOf(stored: StudyConfig | undefined): number {
  return stored && stored.selectedWordbookIds.length > 0 ? stored.dailyWordCount : PER_DAY;
}

function useAskAgain({ data, refetch }: Start["system"]): void {
  const isEmpty = data?.length === 0;
  useEffect(() => {
    if (!isEmpty) return undefined;
    let left = ASK_AGAIN_MAX;
    const timer = setInterval(() => {
      left -= 1;
      if (left < 0) clearInterval(timer);
      else void refetch();
    }, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isEmpty, refetch]);
}

/** Of the service's books, the first one for learners of this language. */
function proposed(
  selected: readonly string[] | undefined,
  system: readonly Wordbook[] | undefined,
): readonly string[] {
  if (selected !== undefined && selected.length > 0) return selected;
  return (system ?? []).slice(0, 1).map(({ id }) => id);
}
