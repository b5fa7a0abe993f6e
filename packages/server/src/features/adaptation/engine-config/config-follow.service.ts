import type { EngineParameters } from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import { AppError } from "../../../platform/basics/app-error.ts";
import {
  checkConfigFile,
  readConfigFile,
  rewriteConfigFile,
  type FileCheck,
} from "./config-file.service.ts";
import { appendVersion } from "./engine-config.service.ts";
import { followNewestVersion, parametersInForce } from "./parameters-in-force.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

/**
 * Activates the engine's configuration when the service starts: the newest version, which is
 * created from the defaults if there is none, or the file if someone edited that version meanwhile.
 */
export async function startEngineConfiguration(needs: Needs): Promise<void> {
  if (!(await followNewestVersion(needs))) await createFirst(needs);
  const check = await readConfigFile(needs);
  if (check.kind === "absent") await rewriteConfigFile(needs);
  else await settle(needs, check);
}

/** Picks up versions stored by other processes and edits of the file. */
export async function followEngineConfiguration(needs: Needs): Promise<void> {
  await followNewestVersion(needs);
  await settle(needs, await checkConfigFile(needs));
}

/** Adopts an edit of the active version and makes the file a copy of that version again. */
async function settle(needs: Needs, check: FileCheck): Promise<void> {
  if (check.kind === "edited") await adopt(needs, check.parameters);
  const isCopy = check.kind === "current" || check.kind === "absent";
  if (!isCopy && check.kind !== "unreadable") await rewriteConfigFile(needs);
}

async function createFirst(needs: Needs): Promise<void> {
  const note = "Initial configuration.";
  const origin = { source: "manual", authorAdminId: null, note, unlessInForce: true } as const;
  await appendVersion(needs, parametersInForce(needs).snapshot, origin);
  await followNewestVersion(needs);
}

/**
 * Stores and activates an edit of the active version. If several processes see the same edit, one
 * of them creates a version. If another version became active just now, the edit does not apply to
 * it and is kept beside the file.
 */
async function adopt(needs: Needs, parameters: EngineParameters): Promise<void> {
  const { versionHash: ifMatch } = parametersInForce(needs);
  const by = { source: "manual", authorAdminId: null, note: "file" } as const;
  try {
    await appendVersion(needs, parameters, { ...by, ifMatch, unlessInForce: true });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "VERSION_CONFLICT") throw error;
  }
  await followNewestVersion(needs);
  const { versionHash } = parametersInForce(needs);
  needs.log.info({ versionHash }, "engine configuration reloaded from its file");
}
