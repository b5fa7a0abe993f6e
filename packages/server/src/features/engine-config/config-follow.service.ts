import type { Parameters } from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import {
  lookAgain,
  lookAtConfigFile,
  readConfigFile,
  rewriteConfigFile,
  type FileReading,
} from "./config-file.service.ts";
import { findNewestVersion } from "./config-versions.repo.ts";
import { appendVersion } from "./engine-config.service.ts";
import { followNewestVersion, parametersInForce } from "./parameters-in-force.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

/**
 * Puts the engine's configuration into force when the service starts: the newest version, or what
 * the file says when somebody edited it meanwhile. Makes the first version and the file where they
 * are missing.
 */
export async function startEngineConfiguration(needs: Needs): Promise<void> {
  await followNewestVersion(needs);
  const reading = await readConfigFile(needs);
  const isFirst = (await findNewestVersion(needs.database)) === undefined;
  if (reading.kind === "edited") {
    await takeIn(needs, reading.parameters, "Read from the configuration file.");
  } else if (isFirst) {
    await takeIn(needs, parametersInForce(needs).snapshot, "The configuration to start with.");
  }
  if (reading.kind === "absent" || reading.kind === "outdated") await rewriteConfigFile(needs);
}

/** Picks up versions stored by other processes and edits of the file. */
export async function followEngineConfiguration(needs: Needs): Promise<void> {
  await followNewestVersion(needs);
  const reading: FileReading = await lookAtConfigFile(needs);
  if (reading.kind === "outdated") await rewriteConfigFile(needs);
  if (reading.kind !== "edited") return;
  try {
    await takeIn(needs, reading.parameters, "Edited in the configuration file.");
  } catch (error) {
    lookAgain(needs);
    throw error;
  }
  const { versionHash } = parametersInForce(needs);
  needs.log.info({ versionHash }, "engine configuration reloaded from its file");
}

/** Of several processes that see the same edit, one makes the version. */
async function takeIn(needs: Needs, parameters: Parameters, note: string): Promise<void> {
  const origin = { source: "manual", authorAdminId: null, note, unlessInForce: true } as const;
  await appendVersion(needs, parameters, origin);
  await followNewestVersion(needs);
}
