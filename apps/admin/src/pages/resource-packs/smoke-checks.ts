import { packContainers } from "@wordloom/contract/packs";
import type { AdminPackVersion } from "./board.ts";
import { payloadOf } from "./payload-text.ts";

/** `open`: not known yet, or not by the console. */
export type CheckState = "good" | "bad" | "open";

/** The facts about a version; undefined if the request failed. */
export interface SmokeFacts {
  readonly version: AdminPackVersion;
  /** sha256 by the manifest of a channel; null: no channel has it in force. */
  readonly manifestSha256: string | null | undefined;
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
  /** Undefined if this browser cannot verify signatures. */
  readonly isSigned: boolean | undefined;
  /** The count of each reported outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** The code that an outdated app receives; null if it was given the version nevertheless. */
  readonly oldAppCode: string | null | undefined;
}

/** The checks before a pack is for everyone, in the order of the operations document. */
const checks = {
  uploaded: ({ version: { sha256, signature, sizeBytes } }) =>
    judged(/^[0-9a-f]{64}$/.test(sha256) && signature.length === 88 && sizeBytes > 0),
  manifest: ({ manifestSha256: sha256, version }) =>
    sha256 === null || sha256 === undefined ? "open" : judged(sha256 === version.sha256),
  size: ({ bytes, version }) =>
    bytes === undefined ? "bad" : judged(bytes.length === version.sizeBytes),
  signature: ({ isSigned }) => (isSigned === undefined ? "open" : judged(isSigned)),
  read: readState,
  installed: ({ outcomes }) => {
    const { installed = 0, ...failures } = outcomes;
    if (Object.values(failures).some((count) => count > 0)) return "bad";
    return installed > 0 ? "good" : "open";
  },
  gate: ({ oldAppCode, version: { minAppVersion } }) => {
    if (oldAppCode === undefined || minAppVersion === null) return "open";
    return judged(oldAppCode === "app_version_too_low");
  },
} as const satisfies Readonly<Record<string, (facts: SmokeFacts) => CheckState>>;

export type CheckName = keyof typeof checks;

export interface SmokeCheck {
  readonly name: CheckName;
  readonly state: CheckState;
}

/** The smoke checklist of a version. */
export function smokeChecksOf(facts: SmokeFacts): SmokeCheck[] {
  const names = Object.keys(checks) as CheckName[];
  return names.map((name) => ({ name, state: checks[name](facts) }));
}

/** Only a person can tell that a learner sees it, but the console knows if no app can read it. */
function readState({ bytes, version: { packId } }: SmokeFacts): CheckState {
  if (bytes === undefined || !Object.hasOwn(packContainers, packId)) return "open";
  const payload = payloadOf(new TextDecoder().decode(bytes));
  const { content } = packContainers[packId as keyof typeof packContainers](payload);
  return content === undefined ? "bad" : "open";
}

const judged = (isGood: boolean): CheckState => (isGood ? "good" : "bad");
