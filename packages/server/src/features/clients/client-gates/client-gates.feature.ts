import type { Feature } from "../../../feature.ts";
import { clientGates } from "./client-gates.service.ts";

/** Checks before every request of a client: bans, strict mode, minimum version. */
export const clientGatesFeature: Feature = {
  name: "client-gates",
  gates: clientGates,
};
