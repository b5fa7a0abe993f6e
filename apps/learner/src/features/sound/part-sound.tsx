import { IconButton, SoundIcon } from "@wordloom/ui";
import type { SpokenPart } from "@wordloom/language";
import { useSyncExternalStore } from "react";
import type { TextKey } from "../../text/keys.ts";
import { useText } from "../../text/use-text.ts";
import { canHear, hearAgain, onSounds, type SoundingWord } from "./word-sound.ts";

function labelOf(part: SpokenPart): TextKey {
  if (part === "text") return "word.hear";
  if (part === "meaning" || part === "reading") return `word.hear_${part}`;
  return "word.hear_example";
}

/** A button that lets a part of a word be heard; absent while nothing can say it. */
export function PartSound({
  word,
  part,
}: {
  readonly word: SoundingWord;
  readonly part: SpokenPart | undefined;
}) {
  const { t } = useText();
  const isHeard = useSyncExternalStore(onSounds, () => part !== undefined && canHear(word, part));
  if (!isHeard || part === undefined) return null;
  const label = t(labelOf(part));
  return (
    <IconButton look="ring" size="small" label={label} onClick={() => void hearAgain(word, part)}>
      <SoundIcon size={18} />
    </IconButton>
  );
}
