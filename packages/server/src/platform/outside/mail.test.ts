import { afterEach, describe, expect, it } from "vitest";
import { sendMail } from "./mail.ts";
import { openMailServer, type MailServer } from "../../testing/mail-server.ts";
import { testSettings } from "../../testing/test-settings.ts";

const servers: MailServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function mailServer(replyToSender: string): Promise<MailServer> {
  const server = await openMailServer(replyToSender);
  servers.push(server);
  return server;
}

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
