import type { CallOutput } from "@wordloom/contract/client";
import type { listEngineVersions } from "virtual:endpoints";
import type { Translator } from "../../text/use-text.ts";

export type EngineVersion = CallOutput<typeof listEngineVersions>[number];

/** The beginning of a hash, enough to distinguish versions. */
export const shortHash = (hash: string): string => hash.slice(0, 8);

interface Readers {
  /** The reader's own id. */
  readonly own: string;
  readonly nameOf: (adminId: string) => string;
}

/** Who stored a version, as text. */
export function authorOf(
  { author_admin_id: id }: EngineVersion,
  { own, nameOf }: Readers,
  { t }: Translator,
): string {
  if (id === null) return t("parameters.by_service");
  if (id === own) return t("parameters.by_you");
  return id.startsWith("worker:") ? t("parameters.by_advisor") : nameOf(id);
}
