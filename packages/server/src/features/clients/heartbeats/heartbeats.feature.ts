import type { Feature } from "../../../feature.ts";
import { heartbeatWatchdog } from "./heartbeats.worker.ts";

/** Devices that have fallen silent. */
export const heartbeatsFeature: Feature = {
  name: "heartbeats",
  workers: [heartbeatWatchdog],
};
