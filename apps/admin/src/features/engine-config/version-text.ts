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

/** A version to choose: hash, day and reason. */
export function versionOption(version: EngineVersion, text: Translator) {
  const { version_hash: value, created_at: at } = version;
  const parts = [shortHash(value), text.date(at), noteOf(version, text)];
  return { value, label: parts.filter(Boolean).join(" · ") };
}

/** The reason for a version; undefined if none was given. The service's own are in English. */
export function noteOf(version: EngineVersion, { t }: Pick<Translator, "t">): string | undefined {
  const { author_admin_id: author, parent_version_hash: parent, note } = version;
  if (author !== null) return note ?? undefined;
  return t(parent === null ? "parameters.note_first" : "parameters.note_file");
}
