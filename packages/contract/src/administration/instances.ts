import { z } from "zod";
import { Timestamp } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";

/** A running process of the service. */
export const Instance = z.object({
  id: z.string().describe("Id of the process, a UUID; new at each start."),
  host: z.string().describe("Name of its machine."),
  pid: z.number().int().min(0).describe("Operating system's process id on that machine."),
  version: z.string().describe("Release tag of the running program."),
  startedAt: Timestamp.describe("When the process started."),
  lastSeenAt: Timestamp.describe(
    "Time of its last heartbeat, sent every ten seconds; a process disappears after thirty.",
  ),
  leader: z.boolean().describe("Whether it runs background workers now."),
  self: z.boolean().describe("Whether it is the process that answered."),
});

export const listInstances = endpoint({
  method: "GET",
  path: "/api/admin/monitoring/instances",
  summary: "The processes that currently serve this database, in the order of their start.",
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
