import { endpoint, enveloped } from "@wordloom/contract";
import { z } from "zod";
import { buildApp } from "@wordloom/server/app";
import { features } from "@wordloom/server/features";
import type { RouteModule } from "@wordloom/server/platform/http/route";
import { readSettings } from "@wordloom/server/platform/settings/settings";

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
