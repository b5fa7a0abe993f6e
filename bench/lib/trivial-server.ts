import { endpoint, enveloped } from "@wordloom/contract";
import { z } from "zod";
import { buildApp } from "../../packages/server/src/app.ts";
import { features } from "../../packages/server/src/features.ts";
import type { RouteModule } from "../../packages/server/src/platform/http/route.ts";
import { readSettings } from "../../packages/server/src/platform/settings/settings.ts";

/**
 * The service with an additional endpoint that does nothing, to measure the cost of every
 * authenticated request (token, session, limits, headers, metrics).
 */
const hello = endpoint({
  method: "GET",
  path: "/api/bench/hello",
  summary: "Nothing, for signed-in learners.",
  access: "learner",
  replies: { 200: enveloped(z.object({ dailyWordCount: z.number() })) },
  errors: [],
});

const helloRoutes: RouteModule = (mount) => {
  mount(hello, ({ answer }) => answer(200, { dailyWordCount: 20 }));
};

const app = await buildApp({
  settings: readSettings(process.env),
  features: [...features, { name: "bench", routes: [helloRoutes] }],
});
await app.listen();
process.once("SIGTERM", () => void app.close().then(() => process.exit()));
