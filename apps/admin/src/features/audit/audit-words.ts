import type { AuditLogEntry } from "@wordloom/contract";
import type { Translator } from "../../text/use-text.ts";

/** What was done, in the language of the console; an action of a later release as it is. */
export function actionText(action: string, { t, has }: Pick<Translator, "t" | "has">): string {
  const key = `audit.did_${action.replaceAll(".", "_")}`;
  return has(key) ? t(key) : action;
}

type About = Pick<AuditLogEntry, "targetType" | "targetId" | "targetName" | "metadataJson">;

/** What it was done to: its kind and name, as far as there is one, or its id. */
export function targetText(entry: About, { t, has }: Pick<Translator, "t" | "has">): string {
  const { targetType, targetId } = entry;
  if (targetType === null) return "";
  const key = `audit.kind_${targetType}`;
  const kind = has(key) ? t(key) : targetType;
  // There is one set of these: its id says nothing more.
  if (targetType === "settings") return kind;
  return [kind, nameOf(entry) ?? targetId].filter(Boolean).join(" ");
}

/** What acts on books and words say of them. */
function nameOf({ targetName, metadataJson }: About): string | undefined {
  if (targetName !== null) return targetName;
  const { name } = metadataJson;
  return typeof name === "string" ? name : undefined;
}

const ROOMS: Partial<Record<NonNullable<AuditLogEntry["targetType"]>, string>> = {
  user: "/users/",
  device: "/clients/",
  word: "/words/",
  wordbook: "/books/",
  feedback: "/feedback/",
  pack: "/packs/",
  experiment: "/engine/experiments/",
};

/** The room of what it was done to; undefined: it has none. */
export function targetHref({ targetType, targetId }: About): string | undefined {
  const room = targetType === null ? undefined : ROOMS[targetType];
  return room === undefined || targetId === null ? undefined : room + encodeURIComponent(targetId);
}
