import { toast } from "@wordloom/ui";
import { Suspense, useEffect, useEffectEvent, useLayoutEffect, type ReactNode } from "react";
import { useText } from "../text/text-provider.tsx";
import { Boundary } from "./boundary.tsx";
import { isMissingFile } from "./missing-file.ts";
import { reloadIfServed } from "./reload.ts";

/**
 * Wraps a part in a file of its own. If the file is missing, the screen works without the part.
 * @param waiting    shown until the part has loaded
 * @param onMissing  for a dialog, which then counts as closed; a message says why
 */
export function PartBoundary({
  waiting = null,
  onMissing,
  children,
}: {
  readonly waiting?: ReactNode;
  readonly onMissing?: () => void;
  readonly children: ReactNode;
}) {
  const otherwise = (error: unknown) => {
    if (!isMissingFile(error)) throw error;
    return onMissing && <Missing onMissing={onMissing} />;
  };
  return (
    <Boundary at="" otherwise={otherwise}>
      <Suspense fallback={onMissing ? <Coming onClose={onMissing} /> : waiting}>
        {children}
      </Suspense>
    </Boundary>
  );
}

/** A dialog already receives all keys while it loads; Esc cancels it. */
function Coming({ onClose }: { readonly onClose: () => void }) {
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => key === "Escape" && onClose());
  useLayoutEffect(() => {
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return <span hidden data-coming />;
}

function Missing({ onMissing }: { readonly onMissing: () => void }) {
  const { t } = useText();
  const say = useEffectEvent(() => {
    toast({
      text: t("common.part_missing"),
      key: "missing",
      action: { label: t("common.load_again"), run: () => void reloadIfServed() },
    });
    onMissing();
  });
  // Once, when the file turns out to be missing.
  useEffect(() => say(), []);
  return null;
}
