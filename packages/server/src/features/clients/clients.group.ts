import type { Feature } from "../../feature.ts";
import { appEventAnalyticsFeature } from "./app-event-analytics/app-event-analytics.feature.ts";
import { appEventsFeature } from "./app-events/app-events.feature.ts";
import { clientGatesFeature } from "./client-gates/client-gates.feature.ts";
import { devicesFeature } from "./devices/devices.feature.ts";
import { probeFeature } from "./probe/probe.feature.ts";
import { realtimeFeature } from "./realtime/realtime.feature.ts";
import { resourcePacksFeature } from "./resource-packs/resource-packs.feature.ts";
import { statusFeature } from "./status/status.feature.ts";
import { telemetryFeature } from "./telemetry/telemetry.feature.ts";
import { upgradesFeature } from "./upgrades/upgrades.feature.ts";

/** What people learn with: devices, their versions, telemetry and event streams. */
export const clients: readonly Feature[] = [
  devicesFeature,
  clientGatesFeature,
  upgradesFeature,
  resourcePacksFeature,
  telemetryFeature,
  appEventsFeature,
  appEventAnalyticsFeature,
  probeFeature,
  realtimeFeature,
  statusFeature,
];
