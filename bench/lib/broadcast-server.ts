import { endpoint, enveloped } from "@wordloom/contract";
import { z } from "zod";
import { buildApp } from "@wordloom/server/app";
import { features } from "@wordloom/server/features";
import type { RouteModule } from "@wordloom/server/platform/http/route";
import { readSettings } from "@wordloom/server/platform/settings/settings";

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
