import { z } from "zod";
import { CreatedAt } from "../core/common.ts";
import { endpoint, enveloped, stream } from "../core/endpoint.ts";
import { MEDIA_BYTES_MAX } from "../core/limits.ts";

export const mediaTypes = [
  ...(["audio/mpeg", "audio/ogg", "audio/mp4", "audio/wav", "audio/flac", "audio/webm"] as const),
  ...(["image/png", "image/jpeg", "image/webp", "image/gif"] as const),
] as const;

export const Media = z.object({
  id: z.string().describe("Id of the file, a UUID."),
  url: z.string().describe("Path of the file, `/api/media/{id}`; what `audioUrl` of a word takes."),
  name: z.string().describe("Name under which it came."),
  mime: z.enum(mediaTypes).describe("Type of the content, as its bytes show."),
  bytes: z.number().int().describe("Size, bytes."),
  sha256: z.string().describe("Hash of the content, lower-case hexadecimal."),
  createdAt: CreatedAt,
});

const learner = { access: "learner" } as const;

export const addMedia = endpoint({
  method: "POST",
  path: "/api/media",
  summary:
    "Store a recording or a picture: the body is the file, at most 5 MB of MP3, Ogg, Opus, M4A, " +
    "WAV, FLAC or WebM sound, PNG, JPEG, WebP or GIF. The same bytes again give the first file.",
  ...learner,
  query: z.object({ name: z.string().trim().min(1).max(255).describe("Name of the file.") }),
  bodyForm: "raw",
  bodyMaxBytes: MEDIA_BYTES_MAX,
  replies: { 200: enveloped(Media), 201: enveloped(Media) },
  errors: ["MEDIA_INVALID", "MEDIA_LIMIT", "PAYLOAD_TOO_LARGE"],
});

export const readMedia = endpoint({
  method: "GET",
  path: "/api/media/:id",
  summary:
    "The content of one of the learner's files, or of a recording of the library. It never " +
    "changes. `Range` with one range is honored.",
  ...learner,
  replies: {
    200: stream("application/octet-stream", ...mediaTypes),
    206: stream("application/octet-stream", ...mediaTypes),
    304: stream(""),
    416: stream(""),
  },
  errors: ["NOT_FOUND"],
});

export type Media = z.output<typeof Media>;
export type MediaType = (typeof mediaTypes)[number];
