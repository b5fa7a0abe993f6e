import { readFileSync } from "node:fs";
import { Language } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { testSettings } from "@wordloom/testing/service/test-settings";
import { resetMail } from "./reset-mail.ts";

const user = { email: "ada@example.org", username: "Ada {x} <b>", language: "de" } as const;
const PUBLIC_URL = "https://words.example.org";

describe("resetMail", () => {
  it("is in the learner's language and declares it", () => {
    const mail = resetMail(testSettings({ PUBLIC_URL }), user, "t0ken");
    expect(mail).toMatchObject({ to: user.email, language: "de" });
    expect(mail.subject).toBe("Dein Wordloom-Passwort zurücksetzen");
    expect(mail.text).toMatch(/^Hallo Ada {x} <b>,\n\n/);
  });

  it("has a link to the screen for a new password", () => {
    const { text } = resetMail(testSettings({ PUBLIC_URL }), user, "t0ken");
    expect(text).toContain("\n\nhttps://words.example.org/reset-password#token=t0ken\n\n");
  });

  it("has only the token if the service's address is not set", () => {
    const { text } = resetMail(testSettings(), user, "t0ken");
    expect(text).toContain("\n\nt0ken\n\n");
    expect(text).not.toContain("http");
  });

  it.each(Language.options)("names the app's screen for the token in its words: %s", (language) => {
    const file = `apps/learner/src/text/${language}/account.json`;
    const app = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
    const { text } = resetMail(testSettings(), { ...user, language }, "t0ken");
    expect(text).toContain(app["forgot_link"]);
    expect(text).toContain(app["have_code"]);
  });
});
