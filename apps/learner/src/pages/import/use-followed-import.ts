import { useQueryClient } from "@tanstack/react-query";
import type { Import } from "@wordloom/contract";
import { getImport } from "virtual:endpoints";
import { useEffect, useRef } from "react";
import { keyOf } from "@wordloom/web";
import { useObservable } from "@wordloom/web/state";
import { isMoving } from "../../features/imports/import-states.ts";
import { eventsArrive, onEvent } from "../../server-state/event-stream.ts";
import { useRead } from "../../server-state/use-read.ts";

/** How often to look at an import that moves, while events arrive and while none do. */
const LOOK_EVERY_MS = { withEvents: 10_000, without: 1_000 } as const;

/** An import as it moves: by events, or by looking again while none arrive. */
export function useFollowedImport(id: string) {
  const queries = useQueryClient();
  const query = useRead(getImport, { params: { id } });
  const { refetch } = query;
  const moves = query.data !== undefined && isMoving(query.data.state);
  const hasEvents = useObservable(eventsArrive);
  useEffect(
    () =>
      onEvent("import_progress", ({ importId, state, progress, step }) => {
        if (importId !== id) return;
        const key = keyOf(getImport, { params: { id } });
        const known = queries.getQueryData<Import>(key);
        if (known?.state === state) queries.setQueryData(key, { ...known, progress, step });
        else void refetch();
      }),
    [id, queries, refetch],
  );
  useEffect(() => {
    if (!moves) return undefined;
    const everyMs = hasEvents ? LOOK_EVERY_MS.withEvents : LOOK_EVERY_MS.without;
    const timer = setInterval(() => void refetch(), everyMs);
    return () => clearInterval(timer);
  }, [moves, hasEvents, refetch]);
  const moved = useRef(false);
  useEffect(() => {
    // Words have come or gone, whether or not an event said so.
    if (moved.current && !moves) void queries.invalidateQueries();
    moved.current = moves;
  }, [moves, queries]);
  return query;
}

/** Shows a reply about an import until the next one. */
export function useKeepImport(): (reply: Import) => void {
  const queries = useQueryClient();
  return (reply) => queries.setQueryData(keyOf(getImport, { params: { id: reply.id } }), reply);
}
