import type { Endpoint } from "@wordloom/contract";
import { followMaintenance } from "../../features/accounts/settings/maintenance.service.ts";
import type { TestApp } from "@wordloom/testing/service/build-test-app";

/**
 * Takes back what requests to an endpoint have stored as settings, such as maintenance mode: it
 * would refuse the requests that follow.
 */
export async function forgetSettings({ deps }: TestApp, { path }: Endpoint): Promise<void> {
  if (!path.startsWith("/api/admin/settings")) return;
  await deps.database.deleteFrom("system_settings").execute();
  await followMaintenance(deps);
}
