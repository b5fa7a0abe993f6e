import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request, type RequestOptions } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { remoteBook, remoteWord } from "@wordloom/testing/neighbors/remote-book";
import {
  createDataDirectory,
  startServerProcess,
  type ServerProcess,
} from "@wordloom/testing/process/server-process";
import { until } from "@wordloom/testing/service/until";
import { freePort } from "@wordloom/testing/service/ports";
import { proxyExample } from "./proxy-examples.ts";

// The examples in deploy/, with other ports and a test certificate, in front of the service.

const isInstalled = (program: string) =>
  spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

interface Place {
  readonly folder: string;
  readonly port: number;
  /** Address of the service. */
  readonly upstream: string;
  /** Base path of the service, such as `/words`; empty for the root. */
  readonly base: string;
}

const proxies: Readonly<Record<string, (place: Place) => ChildProcess>> = {
  nginx({ folder, port, upstream, base }) {
    const site = proxyExample("nginx.conf", { underPath: base !== "" })
      .replaceAll("127.0.0.1:3000", upstream)
      .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
      .replace(/^server \{\s*listen 80;[^}]*\}/m, "")
      .replace(/ssl_certificate .*/, `ssl_certificate ${folder}/cert.pem;`)
      .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${folder}/key.pem;`);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join("\n");
    const file = join(folder, "nginx.conf");
    const top = `daemon off; pid ${folder}/pid; error_log stderr; events {}`;
    writeFileSync(file, `${top}\nhttp {\naccess_log off;\n${temporary}\n${site}}\n`);
    return spawn("nginx", ["-c", file], { stdio: ["ignore", "ignore", "inherit"] });
  },
  caddy({ folder, port, upstream, base }) {
    const parts = { underPath: base !== "", severalProcesses: base !== "" };
    const site = proxyExample("Caddyfile", parts)
      .replaceAll("127.0.0.1:3000", upstream)
      .replace("words.example.org {", `https://127.0.0.1:${port} {\n\ttls cert.pem key.pem`);
    const file = join(folder, "Caddyfile");
    // HTTP/3 would listen on the UDP port that holds the claim of `freePort`.
    const top = "admin off\nauto_https disable_redirects\nservers {\nprotocols h1 h2\n}";
    writeFileSync(file, `{\n${top}\n}\n${site}`);
    const options = ["run", "--adapter", "caddyfile", "--config", file];
    const env = { ...process.env, HOME: folder };
    return spawn("caddy", options, { cwd: folder, env, stdio: "ignore" });
  },
};

describe.each(Object.keys(proxies))("the example of %s", (program) => {
  describe.runIf(isInstalled(program)).each(["", "/words"])("at %j", (base) => {
    let folder: string;
    let data: Awaited<ReturnType<typeof createDataDirectory>>;
    let service: ServerProcess;
    let proxy: ChildProcess | undefined;
    let port: number;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "wordloom-proxy-"));
      makeCertificate(folder);
      data = await createDataDirectory();
      port = await freePort();
      service = await startServerProcess({
        DATA_DIR: data.path,
        ...(base !== "" && { BASE_PATH: base }),
        TRUST_PROXY: "true",
        PUBLIC_URL: `https://127.0.0.1:${port}${base}`,
        ADMIN_EMAIL: "ada@example.org",
        ADMIN_PASSWORD: "Lovelace1815",
      });
      const upstream = new URL(service.url).host;
      proxy = proxies[program]?.({ folder, port, upstream, base });
      await until(async () => (await statusOf("/health/ready")) === 200);
    });
    afterAll(async () => {
      if (proxy?.exitCode === null) {
        proxy.kill("SIGTERM");
        await once(proxy, "exit");
      }
      await service.kill();
      await data.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    /** Sends a request through the proxy. */
    async function ask(path: string, options: RequestOptions = {}, body?: Buffer | string) {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const target = { host: "127.0.0.1", port, path: `${base}${path}`, rejectUnauthorized: false };
      request({ ...target, ...options }, resolve)
        .on("error", reject)
        .end(body);
      return promise;
    }

    async function statusOf(path: string): Promise<number | undefined> {
      try {
        const reply = await ask(path);
        reply.resume();
        return reply.statusCode;
      } catch {
        return undefined;
      }
    }

    async function send(path: string, body: unknown, headers: RequestOptions["headers"] = {}) {
      const options = {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
      };
      const reply = await ask(path, options, JSON.stringify(body));
      return { status: reply.statusCode, body: (await json(reply)) as Record<string, any> };
    }

    const register = async (name: string, headers?: RequestOptions["headers"]) =>
      send(
        "/api/auth/register",
        { email: `${name}@example.org`, username: name, password: "Lovelace1815" },
        headers,
      );

    it.runIf(base !== "")("forwards the path alone, with and without a slash", async () => {
      const bare = await ask("");
      bare.resume();
      // nginx adds the slash itself.
      const { location, "x-request-id": answered } = bare.headers;
      expect(location ?? answered).toMatch(location === undefined ? /^\S+$/ : /\/words\/$/);
      const other = await ask("mith/health/live");
      other.resume();
      expect(other.headers["x-request-id"]).toBeUndefined();
    });

    it("takes an upload of three megabytes", async () => {
      const admin = { email: "ada@example.org", password: "Lovelace1815" };
      const { body } = await send("/api/admin/auth/login", admin);
      const words = Array.from({ length: 12_000 }, (_, n) =>
        remoteWord(`word${n}`, { meanings: ["m".repeat(200)] }),
      );
      const headers = { authorization: `Bearer ${body["data"].token}` };
      const path = "/api/admin/wordbook-center/upload?dryRun=true";
      const reply = await send(path, remoteBook(words), headers);
      expect(reply).toMatchObject({ status: 200, body: { success: true } });
    });

    it("forwards each event at once", async () => {
      const { body } = await register("Grace");
      const headers = { authorization: `Bearer ${body["data"].accessToken}` };
      const stream = await ask("/api/realtime/events", { headers });
      expect(stream.headers["content-type"]).toContain("text/event-stream");
      const [first] = (await once(stream, "data")) as [Buffer];
      expect(String(first)).not.toBe("");
      stream.destroy();
    });

    it("sends the service the client's real address, ignoring the client's claims", async () => {
      const limited = await ask("/api/status", { headers: { "x-forwarded-for": "203.0.113.7" } });
      limited.resume();
      const before = Number(limited.headers["ratelimit-remaining"]);
      const other = await ask("/api/status", { headers: { "x-forwarded-for": "203.0.113.8" } });
      other.resume();
      expect(Number(other.headers["ratelimit-remaining"])).toBe(before - 1);
    });

    it("keeps cookies within the path, and marks them as secure", async () => {
      const { email, password } = { email: "Joan@example.org", password: "Lovelace1815" };
      await register("Joan");
      const options = { method: "POST", headers: { "content-type": "application/json" } };
      const reply = await ask("/api/auth/login", options, JSON.stringify({ email, password }));
      reply.resume();
      const cookies = (reply.headers["set-cookie"] ?? []).join("\n");
      expect(cookies).toContain("Secure");
      expect(cookies).toMatch(new RegExp(`Path=${base === "" ? "/" : base}`, "i"));
    });
  });
});

function makeCertificate(folder: string): void {
  const options = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2";
  const paths = ["-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  execFileSync("openssl", [...options.split(" "), ...paths, ...subject], { stdio: "ignore" });
}
