import type { AuditLogEntry } from "@wordloom/contract";
import type { Translator } from "../../text/use-text.ts";

/** The action in the console's language; an action of a later release stays unchanged. */
export function actionText(action: string, { t, has }: Pick<Translator, "t" | "has">): string {
  const key = `audit.did_${action.replaceAll(".", "_")}`;
  return has(key) ? t(key) : action;
}

type About = Pick<AuditLogEntry, "targetType" | "targetId" | "targetName" | "metadataJson">;

/** The target of the action: its kind and name if known, or else its id. */
export function targetText(entry: About, { t, has }: Pick<Translator, "t" | "has">): string {
  const { targetType, targetId } = entry;
  if (targetType === null) return "";
  const key = `audit.kind_${targetType}`;
  const kind = has(key) ? t(key) : targetType;
  // There is only one set of settings, so its id adds nothing.
  if (targetType === "settings") return kind;
  return [kind, nameOf(entry) ?? targetId].filter(Boolean).join(" ");
}

/** The name that acts on wordbooks and words record in their metadata. */
function nameOf({ targetName, metadataJson }: About): string | undefined {
  if (targetName !== null) return targetName;
  const { name } = metadataJson;
  return typeof name === "string" ? name : undefined;
}

const PAGES: Partial<Record<NonNullable<AuditLogEntry["targetType"]>, string>> = {
  user: "/users/",
  device: "/clients/",
  word: "/words/",
  wordbook: "/books/",
  feedback: "/feedback/",
  pack: "/packs/",
  experiment: "/engine/experiments/",
};

/** Address of the target's page; undefined if it has none. */
export function targetHref({ targetType, targetId }: About): string | undefined {
  const page = targetType === null ? undefined : PAGES[targetType];
  return page === undefined || targetId === null ? undefined : page + encodeURIComponent(targetId);
}
