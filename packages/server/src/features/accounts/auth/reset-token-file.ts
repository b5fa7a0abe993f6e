import { join } from "node:path";
import { toTimestamp } from "../../../platform/time/clock.ts";
import {
  appendSecretFile,
  readSecretFile,
  replaceSecretFile,
} from "../../../platform/settings/secret-file.ts";
import type { Settings } from "../../../platform/settings/settings.ts";

/**
 * The operator's list of the reset tokens created by processes with this data directory, one JSON
 * object per line, for installations without mail. It is the only place with tokens in plain text.
 * The database has their hashes, and encrypts those that administrators may read.
 */
export interface ResetTokenLine {
  readonly token: string;
  readonly userId: string;
  readonly email: string;
  readonly madeBy: "learner" | "admin";
  readonly createdAt: string;
  readonly expiresAt: string;
}

type DataDir = Pick<Settings, "DATA_DIR">;

export function appendResetToken(
  settings: DataDir,
  reset: Omit<ResetTokenLine, "createdAt" | "expiresAt"> & {
    createdAtMs: number;
    expiresAtMs: number;
  },
): void {
  const { createdAtMs, expiresAtMs, ...rest } = reset;
  const createdAt = toTimestamp(createdAtMs);
  const line: ResetTokenLine = { ...rest, createdAt, expiresAt: toTimestamp(expiresAtMs) };
  appendSecretFile(pathOf(settings), `${JSON.stringify(line)}\n`);
}

/** Skips invalid lines, for example one cut off by a crash. */
export function listResetTokenLines(settings: DataDir): ResetTokenLine[] {
  const lines = (readSecretFile(pathOf(settings)) ?? "").split("\n");
  return lines.flatMap((line) => parseLine(line) ?? []);
}

/** Rewrites the file without the unwanted lines. */
export function pruneResetTokens(
  settings: DataDir,
  isWanted: (line: ResetTokenLine) => boolean,
): void {
  const text = readSecretFile(pathOf(settings));
  if (text === undefined) return;
  const kept = listResetTokenLines(settings).filter(isWanted);
  const wanted = kept.map((line) => `${JSON.stringify(line)}\n`).join("");
  if (wanted.trim() !== text) replaceSecretFile(pathOf(settings), wanted);
}

function pathOf(settings: DataDir): string {
  return join(settings.DATA_DIR, "reset-tokens.log");
}

function parseLine(line: string): ResetTokenLine | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isLine = typeof value === "object" && value !== null && "token" in value;
    return isLine ? (value as ResetTokenLine) : undefined;
  } catch {
    return undefined;
  }
}
