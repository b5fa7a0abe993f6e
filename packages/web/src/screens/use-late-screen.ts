import { useEffect, useState, type ComponentType } from "react";
import type { LateScreen } from "./late-screen.ts";

/**
 * The component of a screen, once its file is there; at once where it was loaded before. Not by
 * Suspense: React keeps up what stands in for a late component for a third of a second, however
 * soon it comes.
 *
 * @throws while drawing, for the `ScreenBoundary` around it: the file cannot be loaded
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
