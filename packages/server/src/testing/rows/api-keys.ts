import { expect } from "vitest";
import type { ScenarioApp } from "../app/scenarios.ts";

/** A key in its only complete form. */
export interface Made {
  readonly id: string;
  readonly key: string;
}

/** Makes an API key of a1, by default for reading. */
export async function makeApiKey(app: ScenarioApp, change: object = {}): Promise<Made> {
  const reply = await app.send("POST", "/api/admin/settings/api-keys", {
    headers: app.a1.headers,
    body: { name: "Scraper", scopes: ["read"], ...change },
  });
  expect(reply.status).toBe(201);
  return reply.body.data;
}

export function bearer(token: string): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` };
}
