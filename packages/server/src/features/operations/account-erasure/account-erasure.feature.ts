import type { Feature } from "../../../feature.ts";
import { accountErasureRoutes } from "./account-erasure.routes.ts";

/** Erases an account with everything that belongs to it. */
export const accountErasureFeature: Feature = {
  name: "account-erasure",
  routes: [accountErasureRoutes],
};
