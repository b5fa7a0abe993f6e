import { useQueryClient } from "@tanstack/react-query";
import type { AdminUpdateStatus } from "@wordloom/contract";
import { keyOf } from "@wordloom/web";
import { listUpdates, readUpdateStatus } from "virtual:endpoints";
import { useEffect, useState } from "react";
import { useRead } from "../../server-state/use-read.ts";
import { onEvent } from "../../server-state/admin-stream.ts";
import { FOLLOW_MS, isRunning, latest, type TaskProgress } from "./update-task.ts";

/**
 * Obstacles to an update disappear without an event: another process finishes, an owner of a folder
 * changes.
 */
const HINDERED_MS = 5_000;

const everyMs = ({ applyTask, canApplyReason }: AdminUpdateStatus) => {
  if (isRunning(applyTask)) return FOLLOW_MS;
  return canApplyReason === null ? undefined : HINDERED_MS;
};

/** The state of this installation, with the live progress of its task. */
export function useUpdateStatus() {
  const queries = useQueryClient();
  const [streamed, setStreamed] = useState<TaskProgress>();
  const status = useRead(readUpdateStatus, {}, { refetchInterval: everyMs });
  const known = status.data?.applyTask;
  const taskId = known?.taskId;
  useEffect(() => {
    const again = () => {
      for (const endpoint of [readUpdateStatus, listUpdates]) {
        void queries.invalidateQueries({ queryKey: keyOf(endpoint) });
      }
    };
    const ends = [
      onEvent("update_progress", (event) => {
        setStreamed(event);
        if (event.taskId !== taskId || !isRunning(event)) again();
      }),
      onEvent("release_available", again),
    ];
    return () => ends.forEach((end) => end());
  }, [queries, taskId]);
  return { status, task: latest(known, streamed) };
}
