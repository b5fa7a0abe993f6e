import { useOverview } from "../overview/use-overview.ts";

/** How much waits for a person, by the path of the room where it is dealt with. */
export function useWaiting(): Readonly<Record<string, number>> {
  const { data } = useOverview();
  if (data === undefined) return {};
  const { openFeedback, pendingSuggestions, flaggedDevices, deadLetters } = data.waiting;
  return {
    "/feedback": openFeedback,
    "/engine/advisor": pendingSuggestions,
    "/clients": flaggedDevices,
    "/monitoring": deadLetters,
  };
}
