import { auditActions, auditTargets } from "@wordloom/contract/choices";
import { describe, expect, it } from "vitest";
import en from "../../text/en/audit.json" with { type: "json" };
import zh from "../../text/zh/audit.json" with { type: "json" };
import { actionText, actorText, targetHref, targetText } from "./audit-words.ts";

const languages: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["en", en],
  ["zh", zh],
];
const textIn = (texts: Readonly<Record<string, string>>) => ({
  has: (key: string) => Object.hasOwn(texts, key.replace("audit.", "")),
  t: (key: string) => texts[key.replace("audit.", "")] ?? "",
});
const about = { targetType: "user", targetId: "u1", targetName: "Ada" } as const;

describe("the audit log in words", () => {
  it.each(languages)("has a sentence for every action: %s", (_language, texts) => {
    const said = auditActions.map((action) => actionText(action, textIn(texts) as never));
    const raw: readonly string[] = auditActions;
    expect(said.filter((sentence) => sentence === "" || raw.includes(sentence))).toEqual([]);
    expect(new Set(said).size).toBe(auditActions.length);
  });

  it.each(languages)("has a name for every kind of target: %s", (_language, texts) => {
    const unnamed = auditTargets.filter((kind) => !texts[`kind_${kind}`]);
    expect(unnamed).toEqual([]);
  });

  it("shows an action of a later release unchanged", () => {
    expect(actionText("moon.land", textIn(en) as never)).toBe("moon.land");
  });

  it("names a target and links to its page", () => {
    const text = textIn(en) as never;
    expect(targetText(about, text)).toBe("Learner Ada");
    expect(targetText({ ...about, targetName: null }, text)).toBe("Learner u1");
    expect(targetText({ ...about, targetType: "wordbook" }, text)).toBe("Book Ada");
    expect(targetHref(about)).toBe("/users/u1");
    expect(targetHref({ ...about, targetType: "worker" })).toBeUndefined();
  });

  it("names a deleted target without a link to a page that is gone", () => {
    const gone = { ...about, targetType: "wordbook", targetName: "Fruit", targetExists: false };
    expect(targetText(gone as never, textIn(en) as never)).toBe("Book Fruit");
    expect(targetHref(gone as never)).toBeUndefined();
    expect(targetHref({ ...gone, targetExists: null } as never)).toBe("/books/u1");
  });

  it("tells administrators, learners and the service apart", () => {
    const by = (action: string, adminId: string | null, adminName: string | null = null) =>
      actorText({ action, adminId, adminName }, textIn(en) as never, (id) => `[${id}]`);
    expect(by("user.ban", "a1", "ada@example.org")).toBe("ada@example.org");
    expect(by("user.ban", "a1")).toBe("[a1]");
    expect(by("user.change_name", null)).toBe("the learner");
    expect(by("admin.login_failed", null)).toBe("unknown");
    expect(by("amas.canary.rolled_back", null)).toBe("the server");
  });
});
