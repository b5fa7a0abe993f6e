import { useEffect, useRef } from "react";
import { storePreferences } from "../../features/appearance/appearance.ts";
import { usePreferences } from "../../features/appearance/use-preferences.ts";

/** Stores the browser's time zone in a new account. It is right for nearly everyone. */
export function useBrowserZone(): void {
  const stored = usePreferences().reading.data;
  const hasSaved = useRef(false);
  useEffect(() => {
    if (stored === undefined || stored.timeZone !== null || hasSaved.current) return;
    hasSaved.current = true;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    // A failure is silent: the settings show the zone, and the next first run saves it again.
    void storePreferences({ timeZone }).catch(() => undefined);
  }, [stored]);
}
