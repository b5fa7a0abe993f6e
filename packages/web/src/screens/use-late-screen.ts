import { useEffect, useState, type ComponentType } from "react";
import type { LateScreen } from "./late-screen.ts";

/**
 * The component of a screen once its file is loaded, immediately if it was loaded before. Not with
 * Suspense: React shows a fallback for at least a third of a second.
 * @throws while drawing, for the `ScreenBoundary` around it, if the file cannot be loaded
 */
export function useLateScreen({ load, loaded }: LateScreen): ComponentType | undefined {
  const [Shown, show] = useState(loaded);
  const [fault, fail] = useState<{ readonly cause: unknown }>();
  useEffect(() => {
    if (Shown !== undefined) return;
    load().then(
      (screen) => show(() => screen),
      (cause: unknown) => fail({ cause }),
    );
  }, [Shown, load]);
  if (fault !== undefined) throw fault.cause;
  return Shown;
}
