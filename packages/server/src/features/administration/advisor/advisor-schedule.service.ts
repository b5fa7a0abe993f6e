import type { Deps } from "../../../deps.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { isLlmEnabled } from "../../../platform/outside/llm/llm.ts";
import { readSystemSettings } from "../../accounts/settings/settings.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

const schedule = perApp<Pick<Deps, "database">, { cron: string | undefined }>(() => ({
  cron: undefined,
}));

/** The advisor's cron pattern; undefined while it is disabled. */
export function advisorCron(needs: Pick<Deps, "database">): string | undefined {
  return schedule(needs).cron;
}

/** Reads the schedule from the stored settings, which another process may have changed. */
export async function followSchedule(needs: Needs): Promise<void> {
  const settings = await readSystemSettings(needs);
  const isOn = settings.llm_advisor_enabled && isLlmEnabled(needs);
  schedule(needs).cron = isOn ? settings.llm_advisor_cron : undefined;
}
