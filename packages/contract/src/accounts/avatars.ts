import { z } from "zod";
import { endpoint, enveloped, stream } from "../core/endpoint.ts";

const learner = { access: "learner" } as const;

export const uploadAvatar = endpoint({
  method: "POST",
  path: "/api/user-profile/avatar",
  summary: "Upload an avatar: the bytes of a PNG, JPEG, GIF or WebP file, at most 512 KB.",
  ...learner,
  bodyForm: "raw",
  bodyMaxBytes: 512 * 1024,
  bodyTooLarge: "AVATAR_TOO_LARGE",
  replies: {
    200: enveloped(
      z.object({
        avatarUrl: z.string().describe("Path of the picture, relative to the service's base URL."),
      }),
    ),
  },
  errors: ["AVATAR_EMPTY", "AVATAR_TOO_LARGE", "AVATAR_INVALID_TYPE"],
});

export const showAvatar = endpoint({
  method: "GET",
  path: "/avatars/:file",
  summary: "A learner's avatar, named <userId>.<png|jpg|gif|webp>.",
  access: "none",
  bucket: "unlimited",
  replies: { 200: stream("image/*"), 304: stream("image/*") },
  errors: ["NOT_FOUND"],
});
