import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { sendMail } from "./mail.ts";
import { testSettings } from "../../testing/test-settings.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A minimal mail server that accepts everything or refuses the sender, and records its input. */
async function mailServer(replyToSender: string): Promise<{ url: string; received: string[] }> {
  const received: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    socket.write("220 test\r\n");
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk) => {
      const text = chunk.toString();
      received.push(text);
      if (inData && !text.endsWith("\r\n.\r\n")) return;
      if (inData) socket.write("250 taken\r\n");
      else if (text.startsWith("MAIL")) socket.write(`${replyToSender}\r\n`);
      else if (text.startsWith("DATA")) socket.write("354 go on\r\n");
      else socket.write("250 fine\r\n");
      inData = text.startsWith("DATA");
    });
  }).listen(0, "127.0.0.1");
  closers.push(() => server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received };
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
