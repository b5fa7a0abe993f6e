import type { PackChannel } from "@wordloom/contract";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    resource_packs: ResourcePacksTable;
    resource_pack_versions: PackVersionsTable;
    resource_pack_payloads: PackPayloadsTable;
    resource_pack_channels: PackChannelsTable;
    resource_pack_keys: PackKeysTable;
  }
}

export interface ResourcePacksTable {
  pack_id: string;
  description: string;
  created_at_ms: number;
  updated_at_ms: number;
}

/** Rows outlive their payload, so that a version never refers to other bytes. */
export interface PackVersionsTable {
  pack_id: string;
  version: string;
  /** The channel it was uploaded for. */
  channel: PackChannel;
  /** Hash of the payload, lower-case hexadecimal. */
  sha256: string;
  /** Signature of the payload, base64. */
  signature: string;
  size_bytes: number;
  min_app_version: string | null;
  published_at_ms: number;
  deactivated_at_ms: number | null;
}

interface PackPayloadsTable {
  pack_id: string;
  version: string;
  bytes: Uint8Array;
}

export interface PackChannelsTable {
  pack_id: string;
  channel: PackChannel;
  /** The active version; null after its withdrawal. */
  version: string | null;
  /** When clients were last notified about an activation. */
  last_broadcast_at_ms: number | null;
}

/** One row: `in_use`. */
interface PackKeysTable {
  name: "in_use";
  /** Base64 of the 32 bytes. */
  public_key: string;
}
