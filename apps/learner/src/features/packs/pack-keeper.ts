import type { PackOutcome } from "@wordloom/contract";

/** The service's description of the version in force. */
export interface PackManifest {
  readonly packId: string;
  readonly version: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly minAppVersion: string | null;
  /** Ed25519 over the payload's bytes, base64. */
  readonly signature: string;
}

/** A version with its payload, as stored in the browser. */
interface StoredPack {
  readonly manifest: PackManifest;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface KeptPack {
  readonly current?: StoredPack;
  /** The fallback when the current version turns out to be broken. */
  readonly previous?: StoredPack;
  /** The content that was refused last, which is not tried again. */
  readonly refused?: string;
}

/** Uses the content of a pack. */
export interface PackConsumer {
  /** Whether this payload has the form of this pack. */
  fits(payload: unknown): boolean;
  /** @param payload  one that fits; undefined: the pack is withdrawn */
  apply(payload: unknown): void;
}

export interface KeeperNeeds {
  /** @returns undefined if no version is in force. @throws when the service cannot be asked */
  manifest(packId: string): Promise<PackManifest | undefined | "app_version_too_low">;
  /** @throws when the download fails */
  download(manifest: PackManifest): Promise<Uint8Array<ArrayBuffer>>;
  /** Checks size, hash and signature. @throws when there is no key to verify with */
  verify(manifest: PackManifest, bytes: Uint8Array<ArrayBuffer>): Promise<boolean>;
  suitsApp(minAppVersion: string): boolean;
  read(packId: string): Promise<KeptPack>;
  write(packId: string, kept: KeptPack): Promise<void>;
  report(packId: string, version: string, outcome: PackOutcome): void;
  /** By pack; content of other packs is verified but not used. */
  readonly consumers: ReadonlyMap<string, PackConsumer>;
}

/** Follows the versions of packs. Applies nothing that was not verified during this visit. */
export interface PackKeeper {
  /** Applies the stored version; falls back to the previous one. */
  restore(packId: string): Promise<void>;
  /** Follows the version in force. @throws when the service cannot be asked */
  update(packId: string): Promise<void>;
}

interface Visit {
  readonly needs: KeeperNeeds;
  /** The applied content, by pack. */
  readonly applied: Map<string, string>;
  /** Content that could not be downloaded, and was reported. */
  readonly missed: Set<string>;
}

export function createPackKeeper(needs: KeeperNeeds): PackKeeper {
  const visit: Visit = { needs, applied: new Map(), missed: new Set() };
  return {
    restore: (packId) => restore(visit, packId),
    update: (packId) => update(visit, packId),
  };
}

async function restore(visit: Visit, packId: string): Promise<void> {
  const { needs } = visit;
  const isSound = async ({ manifest, bytes }: StoredPack) =>
    (await needs.verify(manifest, bytes)) && fits(needs, packId, bytes);
  const { current, previous } = await needs.read(packId);
  if (current === undefined) return;
  if (await isSound(current)) return apply(visit, packId, current);
  needs.report(packId, current.manifest.version, "rollback");
  const isLeft = previous !== undefined && (await isSound(previous));
  await needs.write(packId, isLeft ? { current: previous } : {});
  if (isLeft) apply(visit, packId, previous);
}

async function update(visit: Visit, packId: string): Promise<void> {
  const { needs, applied } = visit;
  const manifest = await needs.manifest(packId);
  if (manifest === "app_version_too_low") return;
  if (manifest === undefined) return withdraw(visit, packId);
  if (manifest.minAppVersion !== null && !needs.suitsApp(manifest.minAppVersion)) return;
  const kept = await needs.read(packId);
  if (kept.refused === contentOf(manifest)) return;
  if (kept.current === undefined || !isSame(kept.current.manifest, manifest)) {
    return install(visit, manifest, kept);
  }
  // Another tab has installed it.
  if (applied.get(packId) !== contentOf(manifest)) await restore(visit, packId);
}

async function install(visit: Visit, manifest: PackManifest, kept: KeptPack): Promise<void> {
  const { needs } = visit;
  const { packId, version } = manifest;
  const bytes = await fetchBytes(visit, manifest, kept);
  if (bytes === undefined) return;
  const isGenuine = await needs.verify(manifest, bytes);
  if (!isGenuine || !fits(needs, packId, bytes)) {
    await needs.write(packId, { ...kept, refused: contentOf(manifest) });
    needs.report(packId, version, isGenuine ? "apply_failed" : "verify_failed");
    return;
  }
  const stored = { manifest, bytes };
  const { current: previous } = kept;
  await needs.write(packId, { current: stored, ...(previous !== undefined && { previous }) });
  if (!needs.consumers.has(packId)) return;
  apply(visit, packId, stored);
  needs.report(packId, version, "installed");
}

/** Reuses the stored previous version if the service returned to it; otherwise downloads. */
async function fetchBytes({ needs, missed }: Visit, manifest: PackManifest, kept: KeptPack) {
  const { previous } = kept;
  if (previous !== undefined && isSame(previous.manifest, manifest)) return previous.bytes;
  try {
    return await needs.download(manifest);
  } catch {
    // Retried, but reported once a visit.
    const content = contentOf(manifest);
    if (!missed.has(content)) needs.report(manifest.packId, manifest.version, "download_failed");
    missed.add(content);
    return undefined;
  }
}

async function withdraw({ needs, applied }: Visit, packId: string): Promise<void> {
  applied.delete(packId);
  needs.consumers.get(packId)?.apply(undefined);
  await needs.write(packId, {});
}

function apply({ needs, applied }: Visit, packId: string, { manifest, bytes }: StoredPack): void {
  applied.set(packId, contentOf(manifest));
  needs.consumers.get(packId)?.apply(parse(bytes));
}

const contentOf = ({ version, sha256 }: PackManifest) => `${version} ${sha256}`;

const isSame = (one: PackManifest, other: PackManifest) => contentOf(one) === contentOf(other);

function fits({ consumers }: KeeperNeeds, packId: string, bytes: Uint8Array<ArrayBuffer>): boolean {
  const consumer = consumers.get(packId);
  if (consumer === undefined) return true;
  try {
    return consumer.fits(parse(bytes));
  } catch {
    return false;
  }
}

/** @throws unless the bytes are JSON in UTF-8 */
function parse(bytes: Uint8Array<ArrayBuffer>): unknown {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}
