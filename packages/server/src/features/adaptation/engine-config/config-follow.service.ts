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
 * Puts the engine's configuration into force at the start of the service: the newest version, which
 * is made of the defaults if there is none, or the file if that version was edited in it meanwhile.
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

/** Takes over an edit of the version in force; makes the file a copy of that version again. */
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
 * Stores and activates an edit of the version in force. Of several processes with the same edit,
 * one creates a version. If another version has come into force in this moment, the edit is none of
 * that, and is kept beside the file.
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
