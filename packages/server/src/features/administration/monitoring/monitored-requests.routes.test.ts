import { describe } from "vitest";
import { scenarios } from "../../../testing/app/scenarios.ts";
import { monitoringFeature } from "./monitoring.feature.ts";

describe("GET /api/admin/monitoring/health, about requests", () => {
  scenarios(monitoringFeature, {
    "tells for a day the first cause why addresses are refused": {
      as: "admin",
      given: async ({ clock, deps }) => {
        const times = { first_at_ms: 0, last_at_ms: clock.nowMs() - 86_000_000 };
        await deps.database
          .insertInto("traffic_notes")
          .values([
            { kind: "address_refused_auth", ...times },
            { kind: "forwarded_untrusted", ...times },
          ])
          .execute();
      },
      send: ["GET", "/api/admin/monitoring/health"],
      status: 200,
      body: {
        data: { services: { requests: { healthy: false, detail: /Set TRUST_PROXY/ } } },
      },
    },
    "does not report addresses refused more than a day ago": {
      as: "admin",
      given: async ({ clock, deps }) => {
        const times = { first_at_ms: 0, last_at_ms: clock.nowMs() - 86_400_000 };
        await deps.database
          .insertInto("traffic_notes")
          .values({ kind: "address_refused_auth", ...times })
          .execute();
      },
      send: ["GET", "/api/admin/monitoring/health"],
      status: 200,
      body: {
        data: {
          services: {
            requests: {
              healthy: true,
              detail: "No address was refused.",
              code: "no_address_refused",
            },
          },
        },
      },
    },
  });
});
