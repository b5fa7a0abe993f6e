import { z } from "zod";
import { Timestamp } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";

/** A running process of the service. */
export const Instance = z.object({
  id: z.string().describe("Id of the process, a UUID; new at each start."),
  host: z.string().describe("Name of its machine."),
  pid: z.number().int().min(0).describe("Id of the process on its machine."),
  version: z.string().describe("Release tag."),
  startedAt: Timestamp.describe("When the process started."),
  lastSeenAt: Timestamp.describe("Told every ten seconds; gone after thirty."),
  leader: z.boolean().describe("Whether it runs background workers now."),
  self: z.boolean().describe("Whether it is the one that answered."),
});

export const listInstances = endpoint({
  method: "GET",
  path: "/api/admin/monitoring/instances",
  summary: "The processes that serve this database now, in the order of their start.",
  access: "admin",
  stability: "beta",
  replies: {
    200: enveloped(
      z.object({
        instances: z
          .array(Instance)
          .describe("Processes seen within 30 seconds, in the order of their start."),
      }),
    ),
  },
  errors: [],
});

export type Instance = z.infer<typeof Instance>;
