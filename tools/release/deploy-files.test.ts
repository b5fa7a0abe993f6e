import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../packages/server/src/cli/web-app-sources.ts";
import { settingsTable } from "../../packages/server/src/platform/settings/settings-table.ts";

const read = (name: string) => readFileSync(join(ROOT, "deploy", name), "utf8");
const isInstalled = (program: string) =>
  spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

describe("the container description", () => {
  const text = read("Containerfile");

  it("asks the service for its health, under its base path", async () => {
    const [, command = ""] = /HEALTHCHECK[^\n]*\\\n\s*CMD (\[.*\])/.exec(text) ?? [];
    const [shell = "", ...args] = JSON.parse(command) as string[];
    const local = args.map((arg) => arg.replace("/opt/wordloom/lib/*/bin/node", process.execPath));
    expect(local).not.toEqual(args);
    let status = 200;
    const asked: (string | undefined)[] = [];
    const server = createServer((request, reply) => {
      asked.push(request.url);
      reply.writeHead(status).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const PORT = String((server.address() as AddressInfo).port);
    const check = async (more: Record<string, string> = {}) => {
      const done = promisify(execFile)(shell, local, { env: { PORT, ...more } });
      return done.then(
        () => 0,
        (error: { code: number }) => error.code,
      );
    };
    expect(await check()).toBe(0);
    expect(await check({ BASE_PATH: "/words/" })).toBe(0);
    status = 503;
    expect(await check()).toBe(1);
    server.close();
    await once(server, "close");
    expect(await check()).toBe(1);
    expect(asked).toEqual(["/health/ready", "/words/health/ready", "/health/ready"]);
  });

  it("runs the release as a user that cannot change it", () => {
    expect(text).toMatch(/^USER 10001:10001$/m);
    expect(text).toMatch(/^COPY --from=unpacked \/opt\/wordloom \/opt\/wordloom$/m);
    expect(text).toMatch(/^ENTRYPOINT \["\/opt\/wordloom\/wordloom"\]$/m);
  });

  it.runIf(isInstalled("hadolint"))("has nothing that hadolint finds fault with", () => {
    const { status, stdout } = spawnSync("hadolint", [join(ROOT, "deploy/Containerfile")]);
    expect([status, stdout.toString()]).toEqual([0, ""]);
  });
});

describe("the systemd unit", () => {
  const text = read("wordloom.service");

  it("keeps one main process, which a stop signal goes to", () => {
    expect(text).toMatch(/^Type=exec$/m);
    expect(text).toMatch(/^KillMode=mixed$/m);
    expect(text).toMatch(/^ExecStart=\/opt\/wordloom\/wordloom serve$/m);
  });

  it.runIf(isInstalled("systemd-analyze"))("is one that systemd reads without complaint", () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), "wordloom-unit-"));
    const unit = join(folder.path, "wordloom.service");
    // The program need not be installed here.
    writeFileSync(unit, text.replace("/opt/wordloom/wordloom serve", "/bin/true"));
    const { stdout, stderr } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
    expect(`${stdout}${stderr}`.split("\n").filter((line) => line.includes(unit))).toEqual([]);
  });
});

describe("the files for operators", () => {
  it("set only variables that the service has", () => {
    const compose = /environment:\n((?: {6}.*\n)+)/.exec(read("compose.yaml"))?.[1] ?? "";
    const container = /^ENV ((?:.*\\\n)*.*)$/m.exec(read("Containerfile"))?.[1] ?? "";
    const names = [...`${compose}\n${container}`.matchAll(/^ *([A-Z_]+)[:=]/gm)].map(([, n]) => n);
    expect(names).toEqual(expect.arrayContaining(["DATABASE_URL", "REDIS_URL", "DATA_DIR"]));
    expect(names.filter((name) => !Object.hasOwn(settingsTable, name ?? ""))).toEqual([]);
  });
});
