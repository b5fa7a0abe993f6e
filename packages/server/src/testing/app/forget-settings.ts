import type { Endpoint } from "@wordloom/contract";
import { followMaintenance } from "../../features/accounts/settings/maintenance.service.ts";
import type { TestApp } from "@wordloom/testing/service/build-test-app";

/**
 * Deletes the settings that requests to an endpoint have stored. Maintenance mode, for example,
 * would make the service refuse all later requests.
 */
export async function forgetSettings({ deps }: TestApp, { path }: Endpoint): Promise<void> {
  if (!path.startsWith("/api/admin/settings")) return;
  await deps.database.deleteFrom("system_settings").execute();
  await followMaintenance(deps);
}
