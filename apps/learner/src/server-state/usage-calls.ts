import type { AppEvent, TelemetryReport } from "@wordloom/contract";
import { sendAppEvents, sendTelemetry } from "virtual:endpoints";
import { call } from "./api.ts";

/** @throws ApiError when the service did not accept them */
export async function sendEvents(events: readonly AppEvent[]): Promise<void> {
  await call(sendAppEvents, { body: { events: [...events] } });
}

/** Sent once; a lost report is not repeated. */
export async function sendReport(report: TelemetryReport): Promise<void> {
  await call(sendTelemetry, { body: report }).catch(() => undefined);
}
