import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";

export const outcomes = ["all", "right", "wrong"] as const;
type Outcome = (typeof outcomes)[number];

/** What is searched for. Days are yyyy-MM-dd; empty: any. */
interface AnswerFilter {
  readonly search: string;
  readonly outcome: Outcome;
  readonly from: string;
  readonly to: string;
}

const CORRECT = { right: "true", wrong: "false" } as const;

/** The service is asked after a pause in typing of this length. */
const PAUSE_MS = 180;

/** The filter on the screen, its query for the service once typing pauses, and how to change it. */
export function useAnswerFilter() {
  const address = useSearch();
  const [, goTo] = useLocation();
  const [filter, setFilter] = useState(() => filterOf(new URLSearchParams(address)));
  const [settled, setSettled] = useState(filter);
  useEffect(() => {
    if (filter === settled) return undefined;
    const timer = setTimeout(() => {
      setSettled(filter);
      const query = new URLSearchParams(Object.entries(addressed(filter)));
      goTo(query.size === 0 ? "/answers" : `/answers?${query}`, { replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [filter, settled, goTo]);
  const change = (part: Partial<AnswerFilter>) => setFilter({ ...filter, ...part });
  return { filter, query: queryOf(settled), change };
}

function filterOf(address: URLSearchParams): AnswerFilter {
  return {
    search: address.get("q") ?? "",
    outcome: outcomes.find((one) => one === address.get("outcome")) ?? "all",
    from: address.get("from") ?? "",
    to: address.get("to") ?? "",
  };
}

function addressed({ search, outcome, from, to }: AnswerFilter): Record<string, string> {
  return {
    ...(search !== "" && { q: search }),
    ...(outcome !== "all" && { outcome }),
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
  };
}

function queryOf({ search, outcome, from, to }: AnswerFilter) {
  return {
    ...(search !== "" && { search }),
    ...(outcome !== "all" && { correct: CORRECT[outcome] }),
    ...(from !== "" && { startDate: from }),
    ...(to !== "" && { endDate: to }),
  };
}
