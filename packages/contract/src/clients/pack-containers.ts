import { judgeAppConfig } from "./app-config.ts";
import { judgeContentSlots } from "./content-slots.ts";
import type { JudgedPayload } from "../core/payload-faults.ts";

export { judgeAppConfig, knownFlags, type Flags } from "./app-config.ts";
export {
  itemKinds,
  itemLevels,
  itemTextMax,
  judgeContentSlots,
  slotNames,
  type ItemKind,
  type SlotItem,
  type SlotName,
  type Slots,
} from "./content-slots.ts";
export { packIdForm } from "./pack-names.ts";
export { semverForm } from "../core/semver.ts";
export { linkTarget, linkTargets, type LinkTarget } from "../core/link-targets.ts";
export type {
  FaultEffect,
  FaultRule,
  JudgedPayload,
  PayloadFault,
} from "../core/payload-faults.ts";

/**
 * Packs whose payloads have a known form, and the function that checks it: the console runs it
 * before an upload, the learner app before it applies a payload. The service hands out what was
 * signed and checks nothing. No schema library is used, because both apps contain this code.
 */
export const packContainers = {
  "content-slots": judgeContentSlots,
  "app-config": judgeAppConfig,
} as const satisfies Readonly<Record<string, (payload: unknown) => JudgedPayload<unknown>>>;

/** Id of a pack with a known form. */
export type ContainerId = keyof typeof packContainers;
