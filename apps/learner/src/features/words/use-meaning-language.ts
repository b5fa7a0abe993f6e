import { listSystemWordbooks, listUserWordbooks, readStudyConfig } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/**
 * The language in which the learner reads meanings: that of the first book studied, else the app's.
 */
export function useMeaningLanguage(): string {
  const { language } = useText();
  const [first] = useRead(readStudyConfig).data?.selectedWordbookIds ?? [];
  const own = useRead(listUserWordbooks).data ?? [];
  const system = useRead(listSystemWordbooks).data ?? [];
  const book = [...own, ...system].find(({ id }) => id === first);
  return book?.meaningLanguage ?? language;
}
