// Guards for proposed changes of parameters: whitelist, patches, conditions for applying them.

export {
  type AutoApplyBlocker,
  autoApplyBlockers,
  type AutoApplyConditions,
} from "../parameters/auto-apply.ts";
export {
  advisorWhitelist,
  checkPatch,
  mayBeOpened,
  type PatchVerdict,
  type WhitelistEntry,
} from "../parameters/patch.ts";
