import { Button } from "@wordloom/ui";
import type { Wordbook } from "@wordloom/contract";
import { useState } from "react";
import { latePart, PartBoundary } from "@wordloom/web";
import { useText } from "../../text/use-text.ts";

const AddWord = latePart(() => import("./add-word.tsx"), "AddWord");

/** Opens the dialog that adds a word of the learner's own. */
export function AddWordButton({
  book,
  onAdded,
}: {
  /** The list that it is added to. */
  readonly book?: Wordbook;
  readonly onAdded?: () => void;
}) {
  const { t } = useText();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t("own-words.add")}</Button>
      <PartBoundary key={String(isOpen)} onMissing={close}>
        {isOpen && (
          <AddWord
            onClose={close}
            {...(book !== undefined && { book })}
            {...(onAdded !== undefined && { onAdded })}
          />
        )}
      </PartBoundary>
    </>
  );
}
