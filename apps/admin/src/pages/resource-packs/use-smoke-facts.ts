import type { PackChannel } from "@wordloom/contract";
import { toast } from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { readPackKey, readPackManifest, readPackStats } from "virtual:endpoints";
import { useState } from "react";
import { ApiError, call } from "../../server-state/api.ts";
import { fetchPayload } from "../../server-state/pack-payload.ts";
import { useText } from "../../text/use-text.ts";
import type { AdminPackVersion } from "./board.ts";
import { isSignedBy } from "./pack-signature.ts";
import type { SmokeFacts } from "./smoke-checks.ts";

/** Older than every app. */
const OLDEST_APP = "0.0.0";

/**
 * The service's replies to an app that would install a version.
 * @param channel  one in which it is in force; undefined if there is none
 */
export function useSmokeFacts(version: AdminPackVersion, channel: PackChannel | undefined) {
  const text = useText();
  const [facts, setFacts] = useState<SmokeFacts>();
  const [busy, setBusy] = useState(false);
  const look = () => {
    setBusy(true);
    factsOf(version, channel)
      .then(setFacts)
      .catch((error: unknown) => toast({ text: refusalText(error, text), tone: "slip" }))
      .finally(() => setBusy(false));
  };
  return { facts, busy, look };
}

async function factsOf(
  version: AdminPackVersion,
  channel: PackChannel | undefined,
): Promise<SmokeFacts> {
  const { packId, payloadPath } = version;
  const [bytes, manifestSha256, oldAppCode, { stats }] = await Promise.all([
    fetchPayload(payloadPath).catch(() => undefined),
    channel === undefined ? null : sha256For(packId, channel),
    channel === undefined ? undefined : codeForOldApp(packId, channel),
    call(readPackStats, { params: { pack_id: packId } }),
  ]);
  const own = stats.filter((row) => row.version === version.version);
  const outcomes = Object.fromEntries(own.map(({ outcome, count }) => [outcome, count]));
  const isSigned = bytes && (await isSignedHere(version, bytes));
  return { version, manifestSha256, bytes, isSigned, outcomes, oldAppCode };
}

async function sha256For(packId: string, channel: PackChannel): Promise<string | undefined> {
  const manifest = await call(readPackManifest, { params: { packId }, query: { channel } });
  return typeof manifest === "string" ? undefined : manifest.sha256;
}

async function codeForOldApp(packId: string, channel: PackChannel): Promise<string | null> {
  const query = { channel, appVersion: OLDEST_APP };
  try {
    await call(readPackManifest, { params: { packId }, query });
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return error.code;
    throw error;
  }
}

async function isSignedHere(
  { signature }: AdminPackVersion,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean | undefined> {
  const { publicKey } = await call(readPackKey);
  return isSignedBy(publicKey, signature, bytes);
}
