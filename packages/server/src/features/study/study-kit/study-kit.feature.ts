import type { Feature } from "../../../feature.ts";
import { studyKitRoutes } from "./study-kit.routes.ts";

/** What a client needs to go on studying without a connection. */
export const studyKitFeature: Feature = { name: "study-kit", routes: [studyKitRoutes] };
