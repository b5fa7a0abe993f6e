import { AddToBook } from "../../features/words/add-to-book.tsx";
import { useWordActs } from "../../features/words/use-list-acts.ts";

/** Adds the word on the screen to one of the learner's own books. */
export function BookDialog({
  wordId,
  onClose,
}: {
  readonly wordId: string;
  readonly onClose: () => void;
}) {
  const acts = useWordActs();
  return <AddToBook ids={[wordId]} acts={acts} onClose={onClose} />;
}
