import { toast } from "@wordloom/ui";
import type { PreferencesChange } from "@wordloom/contract";
import { readPreferences } from "virtual:endpoints";
import { queryClient, refusalText } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import { storePreferences, waitingPreferences } from "./appearance.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useText } from "../../text/use-text.ts";

/** The account's preferences, including changes still being stored. */
export function usePreferences() {
  const text = useText();
  const reading = useRead(readPreferences);
  const waiting = useObservable(waitingPreferences);
  const change = (body: PreferencesChange): void => {
    void storePreferences(body).then(
      () => queryClient.invalidateQueries(),
      (error: unknown) => toast({ text: refusalText(error, text), tone: "slip" }),
    );
  };
  const data = reading.data && { ...reading.data, ...waiting };
  return { reading: { ...reading, data }, change };
}
