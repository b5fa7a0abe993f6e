import type { ProbeRow } from "@wordloom/contract";
import { followProbes } from "virtual:endpoints";
import { useEffect, useState } from "react";
import { pause } from "@wordloom/web";
import { openAdminEvents } from "../../../server-state/event-stream.ts";

const RETRY_MS = 2_000;

interface Batch {
  /** By id, in order of arrival. */
  readonly results: ReadonlyMap<string, ProbeRow>;
  /** Every device has answered or timed out. */
  readonly isOver: boolean;
}

/** The results of one batch as they arrive. An interrupted stream is reopened. */
export function useBatch(batchId: string): Batch {
  const [batch, setBatch] = useState<Batch>({ results: new Map(), isOver: false });
  useEffect(() => {
    const stop = new AbortController();
    void follow(batchId, stop.signal, (data) =>
      setBatch(({ results, isOver }) =>
        "received" in data
          ? { results, isOver: true }
          : { results: new Map(results).set(data.id, data), isOver },
      ),
    );
    return () => stop.abort();
  }, [batchId]);
  return batch;
}

type Report = ProbeRow | { readonly received: number; readonly expected: number };

async function follow(batchId: string, signal: AbortSignal, onReport: (data: Report) => void) {
  const path = followProbes.path.replace(":batchId", encodeURIComponent(batchId));
  while (!signal.aborted) {
    try {
      for await (const { data } of await openAdminEvents(path, signal)) {
        const report = JSON.parse(data) as Report;
        onReport(report);
        if ("received" in report) return;
      }
    } catch {
      // Interrupted, refused or unreachable: the loop tries again.
    }
    await pause(RETRY_MS, signal);
  }
}
