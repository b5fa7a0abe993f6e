import { useLayoutEffect, type RefObject } from "react";
import { place, type Align } from "./place.ts";

/**
 * Keeps an open popover at its anchor, also on scrolling and resizing.
 * @param sameWidth  makes the layer at least as wide as its anchor
 */
export function useAnchored(
  open: boolean,
  anchor: RefObject<HTMLElement | null>,
  layer: RefObject<HTMLElement | null>,
  { align = "start", sameWidth = false }: { align?: Align; sameWidth?: boolean } = {},
): void {
  useLayoutEffect(() => {
    const shown = layer.current;
    if (!open || shown === null) return undefined;
    const settle = () => {
      if (anchor.current !== null) putAt(anchor.current, shown, align, sameWidth);
    };
    settle();
    const watch = new ResizeObserver(settle);
    watch.observe(shown);
    const options = { capture: true, passive: true };
    addEventListener("scroll", settle, options);
    addEventListener("resize", settle, options);
    return () => {
      watch.disconnect();
      removeEventListener("scroll", settle, options);
      removeEventListener("resize", settle, options);
      // Hides it until it is placed again.
      delete shown.dataset["side"];
    };
  }, [open, anchor, layer, align, sameWidth]);
}

function putAt(anchor: HTMLElement, layer: HTMLElement, align: Align, sameWidth: boolean): void {
  const box = anchor.getBoundingClientRect();
  layer.style.minWidth = sameWidth ? `${box.width}px` : "";
  layer.style.maxHeight = "";
  const size = { width: layer.offsetWidth, height: layer.offsetHeight };
  const view = { width: document.documentElement.clientWidth, height: innerHeight };
  const { left, top, maxHeight, side } = place(box, size, view, align);
  layer.style.left = `${left}px`;
  layer.style.top = `${top}px`;
  layer.style.maxHeight = `${maxHeight}px`;
  layer.dataset["side"] = side;
}
