import { queryClient } from "@wordloom/web";
import { onAnswersTaken } from "./answers-taken.ts";
import { onEvent } from "./event-stream.ts";

/** Merges refreshes, because hundreds of answers may arrive after a day offline. */
const SETTLE_MS = 400;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Refreshes the cached replies after answers, which change nearly every number on screen. */
export function followAnswers(): void {
  onAnswersTaken(refreshSoon);
  // The service applies an accepted answer a moment later and reports it on the stream.
  onEvent("record_applied", refreshSoon);
  // A gap in the stream may have hidden any event.
  onEvent("resync", refreshSoon);
}

function refreshSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void queryClient.invalidateQueries(), SETTLE_MS);
}
