import { VisuallyHidden } from "./visually-hidden.tsx";

/**
 * Reads out its text whenever it changes. It must be on the page before the text: mount it empty.
 * `urgent` interrupts; use it only for what cannot wait.
 */
export function LiveRegion({
  text,
  urgent = false,
}: {
  text: string;
  urgent?: boolean | undefined;
}) {
  return (
    <VisuallyHidden as="div" role={urgent ? "alert" : "status"} aria-atomic="true">
      {text}
    </VisuallyHidden>
  );
}
