import { useEffect } from "react";
import { firstScreenStands } from "../../platform/first-screen.ts";

/** @param stands whether the screen shows its content */
export function useFirstScreen(stands: boolean): void {
  useEffect(() => {
    if (stands) firstScreenStands();
  }, [stands]);
}
