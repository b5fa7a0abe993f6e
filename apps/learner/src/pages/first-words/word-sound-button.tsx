import type { SampleWord } from "@wordloom/contract";
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from "react";
import { useKeys } from "@wordloom/web";
import { useAppSettings } from "../../features/app-settings/use-app-settings.ts";
import { PlayButton } from "../../features/sound/play-button.tsx";
import { canHear, hear, hearAgain, onSounds } from "../../features/sound/word-sound.ts";
import { sound } from "../../platform/browser-sound.ts";

/**
 * Says a word, and a button to hear it again; nothing where the device has no voice for it. The
 * service lets only accounts hear its own sounds, so a visitor's word goes without them.
 *
 * @param isSaid  whether it is said as soon as it is shown
 */
export function WordSound({
  word: { text, language, reading },
  isSaid,
}: {
  readonly word: SampleWord["word"];
  readonly isSaid: boolean;
}) {
  const { keys, speakOnShow } = useAppSettings();
  const word = useMemo(() => ({ text, language, reading }), [text, language, reading]);
  const isHeard = useSyncExternalStore(onSounds, () => canHear(word));
  const repeat = () => void hearAgain(word);
  const say = useEffectEvent(() => void (isSaid && speakOnShow && hear(word)));
  useEffect(() => {
    say();
    return () => sound.stop();
  }, [word]);
  useKeys({ [keys.sound]: repeat }, isHeard);
  if (!isHeard) return null;
  return <PlayButton onPlay={repeat} />;
}
