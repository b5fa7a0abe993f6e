import type { AuditLogEntry } from "@wordloom/contract";
import type { Translator } from "../../text/use-text.ts";

/** The action in the console's language; an action of a later release stays unchanged. */
export function actionText(action: string, { t, has }: Pick<Translator, "t" | "has">): string {
  const key = `audit.did_${action.replaceAll(".", "_")}`;
  return has(key) ? t(key) : action;
}

/** Acts of learners on their own accounts. */
const OF_LEARNERS: readonly string[] = ["user.change_email", "user.change_name"];

type Act = Pick<AuditLogEntry, "action" | "adminId" | "adminName">;

/** Whoever acted: an administrator by name, the learner, or the service itself. */
export function actorText(
  { action, adminId, adminName }: Act,
  { t }: Pick<Translator, "t">,
  nameOf: (adminId: string) => string,
): string {
  if (adminId !== null) return adminName ?? nameOf(adminId);
  if (OF_LEARNERS.includes(action)) return t("audit.learner");
  return t(action === "admin.login_failed" ? "audit.unknown" : "audit.service");
}

type About = Pick<AuditLogEntry, "targetType" | "targetId" | "targetName" | "targetExists">;

/** The target of the action: its kind and name if known, or else its id. */
export function targetText(entry: About, { t, has }: Pick<Translator, "t" | "has">): string {
  const { targetType, targetId } = entry;
  if (targetType === null) return "";
  const key = `audit.kind_${targetType}`;
  const kind = has(key) ? t(key) : targetType;
  // There is only one set of settings, so its id adds nothing.
  if (targetType === "settings") return kind;
  return [kind, entry.targetName ?? targetId].filter(Boolean).join(" ");
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

/** Address of the target's page; undefined if it has none, or was deleted. */
export function targetHref({ targetType, targetId, targetExists }: About): string | undefined {
  const page = targetType === null ? undefined : PAGES[targetType];
  if (page === undefined || targetId === null || targetExists === false) return undefined;
  return page + encodeURIComponent(targetId);
}
