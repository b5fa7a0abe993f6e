import { spawnSync } from "node:child_process";
import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  createKey,
  minisignHash,
  parsePublicKey,
  parseSecretKey,
  parseSignature,
  publicKeyLine,
  signContent,
  verifySignature,
} from "./minisign.ts";

const content = Buffer.from("What was downloaded.\n".repeat(1000));
const comment = "wordloom version=v1.4.0 channel=stable arch=linux-x86_64 file=a.tar.gz";
const key = createKey();
const secret = parseSecretKey(key.secretKey);
const by = parsePublicKey(key.publicKey);
const signature = signContent(secret, { content }, comment);

/** Made by minisign 0.11: a key without password, and both kinds of signatures of "hi\n". */
const byMinisign = {
  publicKey: "RWTaq8zy8nV6Kxmc/Bkfx3zzdMjRF+/DtNc7l9hanx7Sy+pKBdP2EvU2",
  signature: `untrusted comment: signature from minisign secret key
RUTaq8zy8nV6K2kUFd57LFvI7ZetIom9C4ck9Lg0wU190J6OpwKpbs5we6hvQmjNOXBfcgGCTSx8j6ck1YA869S0mp4S00MPOwI=
trusted comment: tc x
7z+ONuEOWKQKhnuIl9U9SYqtlMqNuh7MZI2w/ftAU1Wx4RXPio+ug1YMWiklRwXdHBvsKa/T7W8dJIuGH0GeAg==
`,
  legacy: `untrusted comment: signature from minisign secret key
RWTaq8zy8nV6KxpP8L8q/AfMmKs6y+sPSk4Ht4TSDX/DzT3/pNLW++sVRAy3FR9pD4e5L1r8LJ17XMmf8iXNB5NmaxBct3h/sw8=
trusted comment: tc x
89hhuz0sX2yuZuJdqQ9WF4ztwcVQrsnwXXji8y02wDkx4leQmcNVbzXNWA7cVn0I4aESj/ERP8zw8zD2a0AWCA==
`,
};

describe("a signature", () => {
  it("returns its trusted comment if it matches content and key", () => {
    expect(verifySignature(by, parseSignature(signature), { content })).toBe(comment);
  });

  it("is verified by the hash of a stream as well as by the content", () => {
    const hash = minisignHash();
    for (let at = 0; at < content.length; at += 777) hash.update(content.subarray(at, at + 777));
    const signed = { hash: hash.digest() };
    expect(verifySignature(by, parseSignature(signature), signed)).toBe(comment);
    expect(signContent(secret, signed, comment)).toBe(signature);
  });

  it.each(["signature", "legacy"] as const)("of minisign 0.11 is accepted (%s)", (which) => {
    const found = parseSignature(byMinisign[which]);
    const trusted = verifySignature(parsePublicKey(byMinisign.publicKey), found, {
      content: Buffer.from("hi\n"),
    });
    expect(trusted).toBe("tc x");
  });

  it("without hashing needs the content", () => {
    const old = parseSignature(signContent(secret, { content }, comment, "Ed"));
    expect(verifySignature(by, old, { content })).toBe(comment);
    const hash = minisignHash().update(content).digest();
    expect(() => verifySignature(by, old, { hash })).toThrow("without hashing");
  });

  it("does not match other content", () => {
    const other = Buffer.from(content);
    other[5000]! ^= 1;
    expect(() => verifySignature(by, parseSignature(signature), { content: other })).toThrow(
      "does not fit the content",
    );
  });

  it("does not match another trusted comment", () => {
    const other = parseSignature(signature.replace("v1.4.0", "v1.5.0"));
    expect(() => verifySignature(by, other, { content })).toThrow(
      "does not fit the trusted comment",
    );
  });

  it("does not match another key, even of the same name", () => {
    const other = parsePublicKey(createKey().publicKey);
    expect(() => verifySignature(other, parseSignature(signature), { content })).toThrow(
      /made by the key [0-9A-F]{16} instead of [0-9A-F]{16}$/,
    );
    const sameName = { keyId: by.keyId, key: other.key };
    expect(() => verifySignature(sameName, parseSignature(signature), { content })).toThrow(
      "does not fit the content",
    );
  });

  it.each([
    ["nothing", () => ""],
    ["a line too few", (text: string) => text.split("\n").slice(0, 3).join("\n")],
    ["a line too many", (text: string) => `${text}more\n`],
    ["another algorithm", (text: string) => text.replace("\nRU", "\nRX")],
    ["base64 with a space in it", (text: string) => text.replace("\nRU", "\nR U")],
    [
      "a trusted comment without its name",
      (text: string) => text.replace("trusted comment: w", "w"),
    ],
    ["a megabyte", (text: string) => text + "\n".repeat(1 << 20)],
  ])("is refused with %s", (_, change) => {
    expect(() => parseSignature(change(signature))).toThrow(/^minisign: signature: /);
  });
});

describe("a key", () => {
  it("is read from its file or from the line alone", () => {
    const line = publicKeyLine(by);
    expect(key.publicKey.split("\n")[1]).toBe(line);
    expect(publicKeyLine(parsePublicKey(`${line}\n`))).toBe(line);
    expect(parsePublicKey(line).key.equals(by.key)).toBe(true);
  });

  it.each([
    ["nothing", ""],
    ["half of it", key.publicKey.slice(0, -20)],
    ["a secret key", key.secretKey],
  ])("for verification is refused if made from %s", (_, text) => {
    expect(() => parsePublicKey(text)).toThrow("minisign: public key: format");
  });

  it("for signing is refused if damaged or protected", () => {
    const line = Buffer.from(key.secretKey.split("\n")[1]!, "base64");
    const changed = (at: number, value: number) => {
      const bytes = Buffer.from(line);
      bytes[at] = value;
      return bytes.toString("base64");
    };
    expect(() => parseSecretKey(changed(70, line[70]! ^ 1))).toThrow("damaged");
    expect(() => parseSecretKey(changed(2, 0x53))).toThrow("protected by a password");
    expect(() => parseSecretKey(changed(1, 0x44))).toThrow("algorithm");
    expect(() => parseSecretKey(key.publicKey)).toThrow("format");
  });
});

const hasMinisign = spawnSync("minisign", ["-v"]).status === 0;

describe.runIf(hasMinisign)("minisign itself", () => {
  /** Runs minisign in a separate folder with the content, our keys and our signature. */
  function inFolder(check: (run: (...args: string[]) => string, folder: string) => void): void {
    using folder = mkdtempDisposableSync(join(tmpdir(), "wordloom-minisign-"));
    const cwd = folder.path;
    writeFileSync(join(cwd, "content"), content);
    writeFileSync(join(cwd, "our.pub"), key.publicKey);
    writeFileSync(join(cwd, "our.key"), key.secretKey, { mode: 0o600 });
    check((...args) => {
      const { status, stdout, stderr } = spawnSync("minisign", args, { cwd, encoding: "utf8" });
      return `${status} ${stdout}${stderr}`;
    }, cwd);
  }

  it.each(["ED", "Ed"] as const)("accepts our signatures (%s)", (algorithm) => {
    inFolder((run, folder) => {
      const ours = signContent(secret, { content }, comment, algorithm);
      writeFileSync(join(folder, "content.minisig"), ours);
      expect(run("-V", "-p", "our.pub", "-m", "content")).toMatch(/^0 Signature and comment sig/);
      expect(run("-Q", "-V", "-P", publicKeyLine(by), "-m", "content")).toBe(`0 ${comment}\n`);
      writeFileSync(join(folder, "content"), "something else");
      expect(run("-V", "-p", "our.pub", "-m", "content")).toMatch(/^1 [^]*verification failed/);
    });
  });

  it("signs with our keys so that we accept it, hashed or not", () => {
    inFolder((run, folder) => {
      for (const how of ["-H", "-l"]) {
        const made = run("-S", how, "-s", "our.key", "-m", "content", "-t", comment);
        expect(made).toMatch(/^0 /);
        const found = parseSignature(readFileSync(join(folder, "content.minisig"), "utf8"));
        expect(found.algorithm).toBe(how === "-H" ? "ED" : "Ed");
        expect(verifySignature(by, found, { content })).toBe(comment);
      }
    });
  });

  it("creates keys without a password that we can sign with", () => {
    inFolder((run, folder) => {
      expect(run("-G", "-W", "-p", "its.pub", "-s", "its.key")).toMatch(/^0 /);
      const its = parseSecretKey(readFileSync(join(folder, "its.key"), "utf8"));
      writeFileSync(join(folder, "content.minisig"), signContent(its, { content }, comment));
      expect(run("-Q", "-V", "-p", "its.pub", "-m", "content")).toBe(`0 ${comment}\n`);
    });
  });
});
