import { afterEach, describe, expect, it } from "vitest";
import { closeMailServers, mailServer, rudeServer } from "@wordloom/testing/neighbors/mail-server";
import { testSettings } from "@wordloom/testing/service/test-settings";
import { until } from "@wordloom/testing/service/until";
import { sendMail } from "./mail.ts";

afterEach(closeMailServers);

const mail = { to: "ada@example.org", language: "de", subject: "Hello", text: "A line.\n" };
const send = (SMTP_URL: string, totalMs?: number) =>
  sendMail(testSettings({ SMTP_URL, SMTP_FROM: "words@example.org" }), mail, totalMs);

describe("sendMail", () => {
  it("sends sender, recipient and text to the server", async () => {
    const { trustingUrl, taken } = await mailServer();
    await send(trustingUrl);
    expect(taken).toMatchObject([{ from: "words@example.org", to: ["ada@example.org"] }]);
    expect(taken[0]?.text).toContain("Subject: Hello");
    expect(taken[0]?.text).toContain("A line.");
    expect(taken[0]?.text).toContain("Content-Language: de");
  });

  it("rejects if the server refuses", async () => {
    const { trustingUrl } = await mailServer({ refusal: "550 no" });
    await expect(send(trustingUrl)).rejects.toThrow(/550/);
  });

  it("signs in with the name and password of the address", async () => {
    const { port, taken } = await mailServer({ password: "Right-pw-1" });
    const at = (password: string) =>
      `smtp://ada:${password}@127.0.0.1:${port}?tls.rejectUnauthorized=false`;
    await expect(send(at("Wrong-pw-1"))).rejects.toThrow(/535/);
    await send(at("Right-pw-1"));
    expect(taken).toMatchObject([{ user: "ada", isEncrypted: true }]);
  });

  it.each([
    ["where it is offered", false],
    ["from the start with smtps", true],
  ])(
    "encrypts %s, and requires a known certificate unless configured otherwise",
    async (_when, secure) => {
      const { url, trustingUrl, taken } = await mailServer({ secure });
      await expect(send(url)).rejects.toThrow(/certificate/);
      expect(taken).toEqual([]);
      await send(trustingUrl);
      expect(taken).toMatchObject([{ isEncrypted: true }]);
    },
  );

  it.each([
    ["stays silent", () => undefined],
    [
      "keeps talking and never gets to the point",
      (socket: NodeJS.WritableStream & NodeJS.EventEmitter) => {
        const timer = setInterval(() => socket.write("220-wait\r\n"), 20);
        socket.on("close", () => clearInterval(timer));
      },
    ],
  ])("gives up on a server that %s", async (_how, serve) => {
    const { url, open } = await rudeServer(serve);
    await expect(send(url, 200)).rejects.toThrow(/0.2 s/);
    await until(() => open.size === 0);
  });

  it("does nothing without a server", async () => {
    await expect(sendMail(testSettings(), mail)).resolves.toBeUndefined();
  });
});
