import type { Import } from "@wordloom/contract";

export type ImportState = Import["state"];

const moving: readonly ImportState[] = ["reading", "importing", "undoing"];

/** Whether the service is at work on an import, so that its state changes by itself. */
export const isMoving = (state: ImportState): boolean => moving.includes(state);
