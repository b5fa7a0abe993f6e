import { describe, expect } from "vitest";
import { scenarios } from "../../../testing/app/scenarios.ts";
import { openApiRoutes } from "./openapi.routes.ts";

describe("GET /api/openapi.json", () => {
  scenarios(openApiRoutes, {
    "returns the document without sign-in and without an envelope": {
      send: ["GET", "/api/openapi.json"],
      status: 200,
      body: {
        openapi: "3.1.0",
        servers: [{ url: "/" }],
        paths: { "/api/openapi.json": { get: { operationId: "readOpenApi" } } },
      },
    },
    "names the base path of the service": {
      settings: { BASE_PATH: "/words" },
      send: ["GET", "/words/api/openapi.json"],
      status: 200,
      body: { servers: [{ url: "/words" }] },
    },
    "is available during maintenance": {
      given: (app) => app.deps.maintenance.set(true),
      send: ["GET", "/api/openapi.json"],
      status: 200,
    },
    "describes the security, the replies and the errors of every endpoint": {
      send: ["GET", "/api/openapi.json"],
      status: 200,
      after: (_app, { body }) => {
        const operations = Object.values<Record<string, unknown>>(body.paths).flatMap((path) =>
          Object.values(path),
        );
        const complete = {
          operationId: expect.stringMatching(/^[a-z]\w+$/),
          summary: expect.stringMatching(/./),
          security: expect.any(Array),
          "x-stability": expect.stringMatching(/^(stable|beta|internal)$/),
          responses: expect.objectContaining({ 500: expect.anything() }),
        };
        for (const operation of operations) expect(operation).toMatchObject(complete);
      },
    },
  });
});
