import { afterEach, describe, expect, it } from "vitest";
import { closeMailServers, mailServer } from "../../testing/mail-server.ts";
import { testSettings } from "../../testing/test-settings.ts";
import { sendMail } from "./mail.ts";

afterEach(closeMailServers);

const mail = { to: "ada@example.org", language: "de", subject: "Hello", text: "A line.\n" };

describe("sendMail", () => {
  it("sends sender, recipient and text to the server", async () => {
    const { url, received } = await mailServer("250 fine");
    await sendMail(testSettings({ SMTP_URL: url, SMTP_FROM: "words@example.org" }), mail);
    const talk = received.join("");
    expect(talk).toContain("MAIL FROM:<words@example.org>");
    expect(talk).toContain("RCPT TO:<ada@example.org>");
    expect(talk).toContain("Subject: Hello");
    expect(talk).toContain("A line.");
    expect(talk).toContain("Content-Language: de");
  });

  it("rejects if the server refuses", async () => {
    const { url } = await mailServer("550 no");
    await expect(sendMail(testSettings({ SMTP_URL: url }), mail)).rejects.toThrow(/550/);
  });

  it("does nothing without a server", async () => {
    await expect(sendMail(testSettings(), mail)).resolves.toBeUndefined();
  });
});
