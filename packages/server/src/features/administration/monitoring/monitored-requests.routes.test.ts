import { describe } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { storeSetting } from "../../accounts/settings/settings.service.ts";
import { monitoringFeature } from "./monitoring.feature.ts";

const DAY_MS = 86_400_000;
const send = ["GET", "/api/admin/monitoring/health"] as const;
const requests = (state: object) => ({ data: { services: { requests: state } } });
const unnoticed = requests({
  healthy: true,
  detail: "No address was refused.",
  code: "no_address_refused",
});

const notes =
  (kinds: readonly string[], agoMs: number) =>
  ({ clock, deps }: ScenarioApp) =>
    deps.database
      .insertInto("traffic_notes")
      .values(kinds.map((kind) => ({ kind, first_at_ms: 0, last_at_ms: clock.nowMs() - agoMs })))
      .execute();

/** Calls until the address is refused; its note is stored meanwhile. */
async function refuseAddress({ deps, send: ask }: ScenarioApp) {
  for (let n = 0; n < 3; n += 1) await ask("GET", "/api/nothing", { from: "198.51.100.7" });
  const noted = () => deps.database.selectFrom("traffic_notes").select("kind").execute();
  while ((await noted()).length === 0) await new Promise((resolve) => setImmediate(resolve));
}

const few = { RATE_LIMIT_ANONYMOUS_MAX: "1" };

describe("GET /api/admin/monitoring/health, about requests", () => {
  scenarios(monitoringFeature, {
    "gives every reason why addresses are refused for a day, the first cause first": {
      as: "admin",
      given: notes(["address_refused_auth", "forwarded_untrusted"], DAY_MS - 400_000),
      send,
      status: 200,
      body: requests({
        healthy: false,
        code: "forwarded_untrusted",
        detail: /Set TRUST_PROXY/,
        also: [{ code: "address_refused_auth", detail: /"Networks that share an address"/ }],
      }),
    },
    "does not report addresses refused more than a day ago": {
      as: "admin",
      given: notes(["address_refused_auth"], DAY_MS),
      send,
      status: 200,
      body: unnoticed,
    },
    "does not report what was noted while the clock was ahead": {
      as: "admin",
      given: notes(["address_refused_auth"], -3 * DAY_MS),
      send,
      status: 200,
      body: unnoticed,
    },
    "does not report a proxy any more once it is trusted": {
      as: "admin",
      settings: { TRUST_PROXY: "true" },
      given: notes(["forwarded_untrusted"], 0),
      send,
      status: 200,
      body: unnoticed,
    },
    "reports a refused address": {
      as: "admin",
      settings: few,
      given: refuseAddress,
      send,
      status: 200,
      body: requests({ healthy: false, code: "address_refused_anonymous" }),
    },
    "does not report it any more once its network is named": {
      as: "admin",
      settings: few,
      given: async (app) => {
        await refuseAddress(app);
        const { clock, deps } = app;
        await storeSetting(deps.database, "rate_limit_exempt", "198.51.100.0/24", clock.nowMs());
        clock.advance(2_000);
      },
      send,
      status: 200,
      body: unnoticed,
    },
    "says so if a network with higher limits is refused": {
      as: "admin",
      given: notes(["shared_address_refused"], 0),
      send,
      status: 200,
      body: requests({ healthy: false, detail: /thirty times higher/ }),
    },
  });
});
