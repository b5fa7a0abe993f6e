import { z } from "zod";
import { Timestamp } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";

/** A running process of the service. */
export const Instance = z.object({
  id: z.string().describe("New at each start."),
  host: z.string().describe("Name of its machine."),
  pid: z.number().int().min(0),
  version: z.string().describe("Release tag."),
  startedAt: Timestamp,
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
  replies: { 200: enveloped(z.object({ instances: z.array(Instance) })) },
  errors: [],
});

export type Instance = z.infer<typeof Instance>;
