import type { Feature } from "../../../feature.ts";
import { devicesRoutes } from "./devices.routes.ts";
import { deviceCleanup, deviceFlush } from "./devices.worker.ts";

/** A ban is kept after the account is deleted. */
const bannedDevices = {
  where: "banned_at_ms",
  without: [
    "ip",
    "fingerprint",
    "fingerprint_coarse",
    "model",
    "time_zone",
    "language",
    "profile_json",
  ],
} as const;

/** Devices of learners: registration, bans, flags. */
export const devicesFeature: Feature = {
  name: "devices",
  routes: [devicesRoutes],
  workers: [deviceCleanup, deviceFlush],
  owns: ["devices"],
  personalTables: [{ table: "devices", column: "user_id", outlive: bannedDevices }],
  reads: ["users"],
  auditTargets: [{ type: "device", table: "devices", name: "model" }],
};
