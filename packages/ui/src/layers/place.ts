export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type Align = "start" | "center" | "end";

export interface Placed {
  readonly left: number;
  readonly top: number;
  /** How high the layer may become before it has to scroll. */
  readonly maxHeight: number;
  readonly side: "below" | "above";
}

const GAP = 6;
/** Between a layer and the edge of the window. */
const EDGE = 8;

/**
 * Where a layer goes that belongs to something on the page: below it, or above where there is not
 * enough room below and more above; always inside of the window. All in px of the window.
 */
export function place(anchor: Box, layer: Size, view: Size, align: Align = "start"): Placed {
  const below = view.height - (anchor.top + anchor.height) - GAP - EDGE;
  const above = anchor.top - GAP - EDGE;
  const side = layer.height <= below || below >= above ? "below" : "above";
  const maxHeight = Math.max(0, side === "below" ? below : above);
  const height = Math.min(layer.height, maxHeight);
  const spare = anchor.width - layer.width;
  const left = anchor.left + (align === "start" ? 0 : align === "end" ? spare : spare / 2);
  const rightmost = Math.max(EDGE, view.width - EDGE - layer.width);
  return {
    left: Math.min(Math.max(EDGE, left), rightmost),
    top: side === "below" ? anchor.top + anchor.height + GAP : anchor.top - GAP - height,
    maxHeight,
    side,
  };
}
