import { describe } from "vitest";
import { scenarios } from "../../../testing/app/scenarios.ts";
import { legacyFallback } from "./legacy.routes.ts";

const gone = {
  status: 410,
  body: { error: "GONE", sunset: "Fri, 01 Jan 2027 00:00:00 GMT" },
  headers: {
    deprecation: "true",
    sunset: "Fri, 01 Jan 2027 00:00:00 GMT",
    link: "</api/learning>; rel=successor-version",
    "cache-control": "no-store",
    "x-request-id": /./,
  },
};

describe("/api/v1", () => {
  scenarios(
    { fallbacks: [legacyFallback] },
    {
      "is gone for GET": { send: ["GET", "/api/v1/records"], ...gone },
      "is gone for POST with any body": { send: ["POST", "/api/v1/x/y", "{"], ...gone },
      "is gone for any other method": { send: ["PATCH", "/api/v1/"], ...gone },
      "is gone at its root": { send: ["DELETE", "/api/v1?page=2"], ...gone },
      "is gone for signed-in learners": {
        as: "learner",
        send: ["PUT", "/api/v1/words/1"],
        ...gone,
      },
      "answers HEAD without a body": { send: ["HEAD", "/api/v1/words"], status: 410, text: /^$/ },
      "is gone during maintenance as well": {
        given: (app) => app.deps.maintenance.set(true),
        send: ["GET", "/api/v1/words"],
        ...gone,
      },
      "is not confused with a similar path": {
        send: ["GET", "/api/v10"],
        status: 404,
        body: { success: false, code: "NOT_FOUND" },
      },
    },
  );
});
