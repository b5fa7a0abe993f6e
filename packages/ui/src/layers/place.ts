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
  /** The layer's maximum height, beyond which it scrolls. */
  readonly maxHeight: number;
  readonly side: "below" | "above";
}

const GAP = 6;
/** Distance between a layer and the edge of the window. */
const EDGE = 8;

/**
 * Where to place a layer that belongs to an element: below it, or above if there is too little room
 * below and more above; always inside the window. All in px of the window.
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
