import type { AdvisorConfig, AdvisorConfigChange } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { cronFault } from "../../../platform/jobs/cron-rule.ts";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import {
  updateSettings,
  type SettingChanges,
} from "../../accounts/settings/change-settings.service.ts";
import { readSystemSettings } from "../../accounts/settings/settings.service.ts";
import { followSchedule } from "./advisor-schedule.service.ts";

type ReadNeeds = Pick<Deps, "clock" | "database" | "settings">;
type Needs = ReadNeeds & Pick<Deps, "ids" | "maintenance" | "outbound">;

/** Minimum interval between runs. They cost money and change little within minutes. */
const GAP_MIN_MS = 5 * MINUTE_MS;

const TAIL_LENGTH = 4;
/** The tail of a shorter key would reveal too much of it. */
const KEY_LENGTH_MIN = 8;

export async function readAdvisorConfig(needs: ReadNeeds): Promise<AdvisorConfig> {
  const settings = await readSystemSettings(needs);
  const key = needs.settings.LLM_API_KEY ?? "";
  return {
    model: settings.llm_advisor_model,
    pollCron: settings.llm_advisor_cron,
    apiKeyTail: key.length < KEY_LENGTH_MIN ? null : key.slice(-TAIL_LENGTH),
    monthCapYuan: settings.llm_advisor_max_cost_per_month_yuan,
    autoApplyEnabled: settings.amas_auto_apply_enabled === 1,
    autoApplyMaxPerDay: settings.amas_auto_apply_max_per_day,
    autoApplyMinConfidence: settings.amas_auto_apply_min_confidence,
    advisorEnabled: settings.llm_advisor_enabled,
  };
}

/**
 * Changes the given fields. Takes effect at once here, and on other processes within seconds.
 *
 * @throws AppError VALIDATION_ERROR for a schedule that is invalid or too dense
 */
export async function setAdvisorConfig(
  needs: Needs,
  by: Admin,
  change: AdvisorConfigChange,
): Promise<AdvisorConfig> {
  const atMs = needs.clock.nowMs();
  const fault = change.pollCron == null ? undefined : cronFault(change.pollCron, GAP_MIN_MS, atMs);
  if (fault !== undefined) {
    refuse("VALIDATION_ERROR", `pollCron: needs ${fault}; at least five minutes between two runs.`);
  }
  const target = { type: "settings", id: "advisor" } as const;
  await updateSettings(needs, by, settingsOf(change), { action: "amas.advisor.config", target });
  await followSchedule(needs);
  return readAdvisorConfig(needs);
}

function settingsOf(change: AdvisorConfigChange): SettingChanges {
  const { autoApplyEnabled } = change;
  const values = {
    llm_advisor_model: change.model,
    llm_advisor_cron: change.pollCron,
    llm_advisor_max_cost_per_month_yuan: change.monthCapYuan,
    amas_auto_apply_enabled: autoApplyEnabled == null ? undefined : Number(autoApplyEnabled),
    amas_auto_apply_max_per_day: change.autoApplyMaxPerDay,
    amas_auto_apply_min_confidence: change.autoApplyMinConfidence,
    llm_advisor_enabled: change.advisorEnabled,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value != null));
}
