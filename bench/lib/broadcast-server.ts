import { endpoint, enveloped } from "@wordloom/contract";
import { z } from "zod";
import { buildApp } from "../../packages/server/src/app.ts";
import { features } from "../../packages/server/src/features.ts";
import type { RouteModule } from "../../packages/server/src/platform/http/route.ts";
import { readSettings } from "../../packages/server/src/platform/settings/settings.ts";

/** The service with an additional endpoint that sends an event to all streams. */
const broadcast = endpoint({
  method: "POST",
  path: "/api/bench/broadcast",
  summary: "An event for everyone.",
  access: "none",
  replies: { 200: enveloped(z.object({ streams: z.number() })) },
  errors: [],
});

const broadcastRoutes: RouteModule = (mount, { events }) => {
  mount(broadcast, ({ answer }) => {
    events.toAll({ type: "incident", errorRate: 0.5, windowSecs: 300 });
    return answer(200, { streams: events.count() });
  });
};

const app = await buildApp({
  settings: readSettings(process.env),
  features: [...features, { name: "bench", routes: [broadcastRoutes] }],
});
await app.listen();
process.once("SIGTERM", () => void app.close().then(() => process.exit()));
