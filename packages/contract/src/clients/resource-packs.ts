import { z } from "zod";
import { Timestamp } from "../core/common.ts";
import { endpoint, enveloped, stream } from "../core/endpoint.ts";
import { semverForm } from "../core/semver.ts";
import { Received } from "./telemetry.ts";

export const PackChannel = z
  .enum(["stable", "beta", "internal"])
  .describe("stable: for everyone; beta: for testers; internal: for the operator's own apps.");

export const PackId = z
  .string()
  .describe("Id of the pack: 1 to 64 lowercase letters, digits and hyphens.");

/** Version of a client or pack, without a leading `v`. */
export const PackVersion = z
  .string()
  .max(64)
  .regex(semverForm)
  .describe("x.y.z or x.y.z-pre.1; at most 64 characters.");

const ResourcePack = z.object({
  packId: PackId,
  description: z.string().describe("Purpose of the pack, at most 500 characters; may be empty."),
  createdAt: Timestamp.describe("When its first version was uploaded."),
  updatedAt: Timestamp.describe("When its newest version was uploaded."),
});

const PackManifest = z.object({
  packId: PackId,
  version: z.string().describe("Version of the pack, such as `1.2.3`."),
  downloadURL: z.string().describe("Absolute URL of the payload."),
  sha256: z.string().describe("SHA-256 of the payload; 64 lowercase hexadecimal digits."),
  sizeBytes: z.number().int().describe("Size of the payload, bytes, 1-4194304."),
  minAppVersion: z
    .string()
    .nullable()
    .describe("Oldest app version that may apply it; null for any."),
  channel: PackChannel.describe("The requested channel."),
  signature: z.string().describe("Signature of the payload's bytes; base64, 88 characters."),
  signatureAlgorithm: z.literal("ed25519").describe("Algorithm of the signature over the payload."),
});

const open = { access: "none", stability: "beta" } as const;

export const listResourcePacks = endpoint({
  method: "GET",
  path: "/api/resource-packs",
  summary: "All resource packs, by id.",
  ...open,
  query: z.object({
    channel: PackChannel.optional().describe(
      "Only packs with an active version in this channel; default: all.",
    ),
  }),
  faults: { channel: "VALIDATION_ERROR" },
  replies: { 200: enveloped(z.array(ResourcePack)) },
  errors: ["VALIDATION_ERROR"],
});

export const readPackManifest = endpoint({
  method: "GET",
  path: "/api/resource-packs/:packId/manifest",
  summary:
    "The active version of a pack in a channel; apps that are too old get app_version_too_low.",
  ...open,
  query: z.object({
    channel: PackChannel.default("stable").describe("Channel; default: stable."),
    appVersion: z
      .string()
      .max(64)
      .optional()
      .describe("Version of the app, x.y.z; without it, no app is considered too old."),
    locale: z.string().max(64).optional().describe("Platform of the client; has no effect."),
  }),
  faults: {
    channel: "VALIDATION_ERROR",
    appVersion: "VALIDATION_ERROR",
    locale: "VALIDATION_ERROR",
  },
  replies: { 200: enveloped(PackManifest), 304: stream("application/json") },
  errors: ["VALIDATION_ERROR", "RESOURCE_PACK_NOT_FOUND", "app_version_too_low"],
});

export const readPackKey = endpoint({
  method: "GET",
  path: "/api/resource-packs/public-key",
  summary: "The public key that verifies packs, for clients to compare with theirs.",
  ...open,
  replies: {
    200: enveloped(
      z.object({
        publicKey: z.string().describe("Base64 of the key's 32 bytes."),
        algorithm: z.literal("ed25519").describe("Algorithm of the key."),
      }),
    ),
  },
  errors: ["RESOURCE_PACK_SIGNER_UNAVAILABLE"],
});

export const downloadPack = endpoint({
  method: "GET",
  path: "/packs/:pack/:version/payload.json",
  summary: "The payload of a version, byte for byte; it never changes.",
  ...open,
  replies: { 200: stream("application/json") },
  errors: ["RESOURCE_PACK_NOT_FOUND"],
});

export type PackChannel = z.infer<typeof PackChannel>;
export type PackManifest = z.infer<typeof PackManifest>;
export type ResourcePack = z.infer<typeof ResourcePack>;

export const PackOutcome = z
  .enum(["installed", "verify_failed", "rollback", "download_failed", "apply_failed"])
  .describe(
    "installed: in use; verify_failed: hash or signature is wrong; rollback: removed after " +
      "installation; download_failed: could not be fetched; apply_failed: the app could not use " +
      "it.",
  );

const PackInstall = z.object({
  packId: z.string().trim().min(1).max(128).describe("Id of the pack, 1 to 128 characters."),
  version: z.string().trim().min(1).max(64).describe("Version of the pack, 1 to 64 characters."),
  outcome: PackOutcome.describe("Outcome of the installation."),
  appVersion: z
    .string()
    .trim()
    .max(64)
    .nullish()
    .describe("Version of the app, at most 64 characters."),
});

const BODY_MAX_BYTES = 64 * 1024;

export const reportPackInstall = endpoint({
  method: "POST",
  path: "/api/telemetry/resource-pack-install",
  summary: "Report the installation of a resource pack on the device in x-device-id, if given.",
  access: "learner",
  stability: "internal",
  body: PackInstall,
  bodyMaxBytes: BODY_MAX_BYTES,
  replies: { 200: enveloped(Received) },
  errors: ["INVALID_DEVICE_ID", "PAYLOAD_TOO_LARGE"],
});

export type PackInstall = z.infer<typeof PackInstall>;

export type PackOutcome = z.infer<typeof PackOutcome>;
