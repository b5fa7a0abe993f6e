import type { Wordbook } from "@wordloom/contract";

export interface OfBook {
  readonly book: Wordbook;
}
