import { toast } from "@wordloom/ui";
import type { PreferencesChange } from "@wordloom/contract";
import { changePreferences, readPreferences } from "virtual:endpoints";
import { refusalText } from "@wordloom/web";
import { accept } from "./appearance.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";

/** The account's preferences; what is being stored counts already. */
export function usePreferences() {
  const text = useText();
  const reading = useRead(readPreferences);
  const write = useWrite(changePreferences, { onDone: accept });
  const wanted = write.isPending ? write.variables.body : {};
  const change = (body: PreferencesChange) =>
    write.mutate(
      { body },
      { onError: (error) => toast({ text: refusalText(error, text), tone: "slip" }) },
    );
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const data = reading.data && { ...reading.data, ...(Object.fromEntries(given) as object) };
  return { reading: { ...reading, data }, change };
}
