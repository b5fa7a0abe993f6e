import { useEffect } from "react";
import { firstScreenReady } from "../../platform/first-screen.ts";

/** @param isReady whether the screen shows its content */
export function useFirstScreen(isReady: boolean): void {
  useEffect(() => {
    if (isReady) firstScreenReady();
  }, [isReady]);
}
