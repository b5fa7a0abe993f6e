import type { Feature } from "../../../feature.ts";
import { avatarsRoutes } from "./avatars.routes.ts";
import { avatarFileUpkeep } from "./avatars.worker.ts";

/** Avatars: pictures of learners. */
export const avatarsFeature: Feature = {
  name: "avatars",
  routes: [avatarsRoutes],
  workers: [avatarFileUpkeep],
  owns: ["avatar_blobs"],
  personalTables: [{ table: "avatar_blobs", column: "user_id" }],
};
