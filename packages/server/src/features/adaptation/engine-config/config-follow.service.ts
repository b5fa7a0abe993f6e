import type { Parameters } from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import {
  checkConfigFile,
  readConfigFile,
  recheckConfigFile,
  rewriteConfigFile,
} from "./config-file.service.ts";
import { findNewestVersion } from "./config-versions.repo.ts";
import { appendVersion } from "./engine-config.service.ts";
import { followNewestVersion, parametersInForce } from "./parameters-in-force.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

/**
 * Puts the engine's configuration into force at the start of the service: the newest version, or
 * the file if it was edited in the meantime. Creates the first version and the file if missing.
 */
export async function startEngineConfiguration(needs: Needs): Promise<void> {
  await followNewestVersion(needs);
  const check = await readConfigFile(needs);
  const isFirst = (await findNewestVersion(needs.database)) === undefined;
  if (check.kind === "edited") {
    await adopt(needs, check.parameters, "Read from the configuration file.");
  } else if (isFirst) {
    await adopt(needs, parametersInForce(needs).snapshot, "Initial configuration.");
  }
  if (check.kind === "absent" || check.kind === "outdated") await rewriteConfigFile(needs);
}

/** Picks up versions stored by other processes and edits of the file. */
export async function followEngineConfiguration(needs: Needs): Promise<void> {
  await followNewestVersion(needs);
  const check = await checkConfigFile(needs);
  if (check.kind === "outdated") await rewriteConfigFile(needs);
  if (check.kind !== "edited") return;
  try {
    await adopt(needs, check.parameters, "Edited in the configuration file.");
  } catch (error) {
    recheckConfigFile(needs);
    throw error;
  }
  const { versionHash } = parametersInForce(needs);
  needs.log.info({ versionHash }, "engine configuration reloaded from its file");
}

/** Stores and activates a version. Of several processes with the same edit, one creates it. */
async function adopt(needs: Needs, parameters: Parameters, note: string): Promise<void> {
  const origin = { source: "manual", authorAdminId: null, note, unlessInForce: true } as const;
  await appendVersion(needs, parameters, origin);
  await followNewestVersion(needs);
}
