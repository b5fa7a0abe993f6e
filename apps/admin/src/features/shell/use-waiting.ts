import { useOverview } from "../overview/use-overview.ts";

/** The number of items that need attention, by the path of the page that handles them. */
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
