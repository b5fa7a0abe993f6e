import type { Wordbook } from "@wordloom/contract";
import { useState, type ReactNode } from "react";
import { BringWords } from "./bring-words.tsx";
import { DropAnywhere } from "./drop-anywhere.tsx";

interface Shown {
  /** Each opening is a sheet of its own, also if the same file is dropped again. */
  readonly opening: number;
  readonly file: File | undefined;
}

/** The sheet with which words are brought; a file that is dropped on the page opens it, too. */
export function useBringWords({
  opensAtOnce,
  book,
  onAdded,
}: {
  readonly opensAtOnce: boolean;
  /** The book for the words; without it, the learner chooses one later. */
  readonly book?: Wordbook;
  /** Pasted words were added to `book`. */
  readonly onAdded?: () => void;
}): { readonly open: () => void; readonly sheet: ReactNode } {
  const [shown, setShown] = useState<Shown | undefined>(
    opensAtOnce ? { opening: 0, file: undefined } : undefined,
  );
  const show = (file?: File) =>
    setShown((before) => ({ opening: (before?.opening ?? 0) + 1, file }));
  return {
    open: () => show(),
    sheet: (
      <>
        <DropAnywhere onFile={show} />
        {shown !== undefined && (
          <BringWords
            key={shown.opening}
            file={shown.file}
            onClose={() => setShown(undefined)}
            {...(book !== undefined && { book })}
            {...(onAdded !== undefined && { onAdded })}
          />
        )}
      </>
    ),
  };
}
