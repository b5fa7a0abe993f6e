import type { ScenarioApp } from "../app/scenarios.ts";

const PATH = "/api/admin/feedback";

/** Sends feedback of learner u1. @returns its id */
export async function sendFeedback(
  app: ScenarioApp,
  content: string,
  category = "bug",
): Promise<string> {
  const headers = { ...app.u1.headers, "x-device-platform": "ios", "x-app-version": "1.2.0" };
  const body = { content, category, route: "/study" };
  return (await app.send("POST", "/api/feedback", { headers, body })).body.data.id;
}

/** Changes an item as administrator a1. */
export const patchFeedback = async (app: ScenarioApp, id: string, body: object) =>
  (await app.send("PATCH", `${PATH}/${id}`, { headers: app.a1.headers, body })).body.data;

/** Opens an item as administrator a1. */
export const openFeedback = async (app: ScenarioApp, id: string) =>
  (await app.send("GET", `${PATH}/${id}`, { headers: app.a1.headers })).body.data;

/** Replies as administrator a1. */
export const replyTo = (app: ScenarioApp, id: string, text: string) =>
  app.send("POST", `${PATH}/${id}/replies`, { headers: app.a1.headers, body: { body: text } });
