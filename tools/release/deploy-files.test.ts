import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { DCLinter } from "dclint";
import { validate, ValidationSeverity } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { ROOT } from "@wordloom/server/cli/web-app-sources";
import { proxyExample } from "./proxy-examples.ts";
import { settingsTable } from "@wordloom/server/platform/settings/settings-table";

const read = (name: string) => readFileSync(join(ROOT, "deploy", name), "utf8");
const isInstalled = (program: string) =>
  spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

describe("the container description", () => {
  const text = read("Containerfile");

  it("asks the service for its health, under its base path", async () => {
    const [, command = ""] = /HEALTHCHECK[^\n]*\\\n\s*CMD (\[.*\])/.exec(text) ?? [];
    const [shell = "", ...args] = JSON.parse(command) as string[];
    let status = 200;
    const asked: (string | undefined)[] = [];
    const server = createServer((request, reply) => {
      asked.push(request.url);
      reply.writeHead(status).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const PORT = String((server.address() as AddressInfo).port);
    const check = async (more: Record<string, string> = {}) => {
      const done = promisify(execFile)(shell, args, { env: { PORT, ...more } });
      return done.then(
        () => 0,
        (error: { code: number }) => error.code,
      );
    };
    expect(await check()).toBe(0);
    for (const BASE_PATH of ["/", "/words/", "words", "words/", "//a//b/"]) {
      expect(await check({ BASE_PATH })).toBe(0);
    }
    status = 503;
    expect(await check()).toBe(1);
    server.close();
    await once(server, "close");
    expect(await check()).toBe(1);
    const paths = ["", "", "/words", "/words", "/words", "/a/b", ""];
    expect(asked).toEqual(paths.map((base) => `${base}/health/ready`));
    expect(text).toMatch(/HEALTHCHECK --interval=30s .*--start-interval=2s/);
  });

  it("runs the release as a user that cannot change it", () => {
    expect(text).toMatch(/^USER 10001:10001$/m);
    expect(text).toMatch(/^COPY --from=unpacked \/opt\/wordloom \/opt\/wordloom$/m);
    expect(text).toMatch(/^ENTRYPOINT \["\/opt\/wordloom\/wordloom"\]$/m);
  });

  it("is valid in the language of such files", () => {
    const asked = [
      ...["deprecatedMaintainer", "directiveCasing", "emptyContinuationLine", "instructionCasing"],
      ...["instructionCmdMultiple", "instructionEntrypointMultiple"],
      ...["instructionHealthcheckMultiple", "instructionJSONInSingleQuotes"],
      "instructionWorkdirRelative",
    ];
    const settings = Object.fromEntries(asked.map((name) => [name, ValidationSeverity.ERROR]));
    expect(validate(text, settings)).toEqual([]);
    const wrong = text
      .replace("WORKDIR /data", "WORKDIR data")
      .replace("COPY --from", "COPPY --from");
    expect(validate(wrong, settings)).toHaveLength(2);
  });

  it("starts from a tagged base, which a digest can replace", () => {
    expect([...text.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)).toEqual([
      ...["${BASE}", "${BASE}"],
    ]);
    expect(text).toMatch(/^ARG BASE=debian:\d+-slim$/m);
  });

  it.runIf(isInstalled("shellcheck"))("runs only commands that shellcheck accepts", () => {
    const scripts = [...text.matchAll(/^RUN ((?:.*\\\n)*.*)$/gm)].map(([, script = ""]) => script);
    expect(scripts).toHaveLength(2);
    for (const input of scripts) {
      // SC2154: TAG is an argument of the build.
      const options = ["--shell=sh", "--enable=all", "--exclude=SC2154,SC2312", "-"];
      const { status, stdout } = spawnSync("shellcheck", options, { input });
      expect([status, stdout.toString()]).toEqual([0, ""]);
    }
  });

  it.runIf(isInstalled("hadolint"))("passes hadolint", () => {
    const { status, stdout } = spawnSync("hadolint", [join(ROOT, "deploy/Containerfile")]);
    expect([status, stdout.toString()]).toEqual([0, ""]);
  });
});

describe("the compose file", () => {
  const file = join(ROOT, "deploy/compose.yaml");
  const linter = new DCLinter({
    quiet: false,
    debug: false,
    exclude: [],
    rules: {
      "require-quotes-in-ports": [2, { quoteType: "double" }],
      // In our files the service comes first, and the most important keys first within each.
      "service-keys-order": 0,
      "services-alphabetical-order": 0,
    },
  });
  const faultsIn = (path: string) => {
    const results: { messages: { rule: string }[] }[] = linter.lintFiles([path], false);
    return results.flatMap(({ messages }) => messages.map(({ rule }) => rule));
  };

  it("passes its schema and dclint", () => {
    expect(faultsIn(file)).toEqual([]);
    using folder = mkdtempDisposableSync(join(tmpdir(), "wordloom-compose-"));
    const wrong = join(folder.path, "compose.yaml");
    writeFileSync(
      wrong,
      readFileSync(file, "utf8").replace("127.0.0.1:${WORDLOOM_PORT:-3000}:3000", "3000:3000"),
    );
    expect(faultsIn(wrong)).toEqual(["no-unbound-port-interfaces"]);
    writeFileSync(wrong, readFileSync(file, "utf8").replace("read_only: true", "read_onli: true"));
    expect(faultsIn(wrong)).toEqual(["invalid-schema"]);
  });

  it("can be updated with an image that no registry has", () => {
    const [, service = ""] = /^ {2}wordloom:\n((?: {4}.*\n)+)/m.exec(read("compose.yaml")) ?? [];
    // `docker compose pull`, which the console names, skips such an image once it is here.
    expect(service).toMatch(
      /^ {4}image: wordloom:\$\{WORDLOOM_TAG:.*\n(?: {4}#.*\n)* {4}pull_policy: missing$/m,
    );
  });

  it("keeps backups on a separate volume", () => {
    const text = read("compose.yaml");
    expect(text).toMatch(/^ {6}BACKUP_DIR: \/backups$/m);
    expect(text).toMatch(/^ {6}- backups:\/backups$/m);
  });

  it("takes its values from the two files that its first lines name", () => {
    const text = read("compose.yaml");
    const [, values = "", settings = ""] =
      /^# {3}\.env +(.*)\n# {3}wordloom\.env +(.*)$/m.exec(text) ?? [];
    const asked = [...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name);
    expect(new Set(asked)).toEqual(new Set(["WORDLOOM_TAG", "POSTGRES_PASSWORD"]));
    for (const name of asked) expect(values).toContain(`${name}=`);
    expect(text).toMatch(
      /^ {4}env_file:\n(?: {6}#.*\n)* {6}- path: wordloom\.env\n {8}required: false$/m,
    );
    const names = settings.match(/[A-Z_]{3,}/g) ?? [];
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !Object.hasOwn(settingsTable, name))).toEqual([]);
  });

  it.runIf(spawnSync("docker", ["compose", "version"]).status === 0)("is read by Compose", () => {
    const env = { ...process.env, WORDLOOM_TAG: "v1.0.0", POSTGRES_PASSWORD: "secret" };
    const { status, stderr } = spawnSync("docker", ["compose", "-f", file, "config", "-q"], {
      env,
    });
    expect([status, stderr.toString()]).toEqual([0, ""]);
  });
});

describe("the examples of proxies", () => {
  it("ask several processes whether they are ready, below the path", () => {
    const severalProcesses = true;
    expect(proxyExample("Caddyfile", { severalProcesses })).toMatch(
      /^\t+health_uri \/health\/ready$/m,
    );
    expect(proxyExample("Caddyfile", { severalProcesses, underPath: true })).toMatch(
      /^\t+health_uri \/words\/health\/ready$/m,
    );
  });

  it("do not cut off a single process that can store nothing", () => {
    for (const underPath of [false, true]) {
      expect(proxyExample("Caddyfile", { underPath })).not.toContain("health");
      expect(proxyExample("nginx.conf", { underPath })).not.toContain("health");
    }
  });
});

describe("the systemd unit", () => {
  const text = read("wordloom.service");

  it("keeps one main process, which receives the stop signal", () => {
    expect(text).toMatch(/^Type=exec$/m);
    expect(text).toMatch(/^KillMode=mixed$/m);
    expect(text).toMatch(/^ExecStart=\/opt\/wordloom\/wordloom serve$/m);
  });

  it.runIf(isInstalled("systemd-analyze"))("is accepted by systemd without warnings", () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), "wordloom-unit-"));
    const unit = join(folder.path, "wordloom.service");
    // The program need not be installed here.
    writeFileSync(unit, text.replace("/opt/wordloom/wordloom serve", "/bin/true"));
    const { stdout, stderr } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
    expect(`${stdout}${stderr}`.split("\n").filter((line) => line.includes(unit))).toEqual([]);
  });
});

describe("the files for operators", () => {
  it("set only the service's variables", () => {
    const compose = /environment:\n((?: {6}.*\n)+)/.exec(read("compose.yaml"))?.[1] ?? "";
    const container = /^ENV ((?:.*\\\n)*.*)$/m.exec(read("Containerfile"))?.[1] ?? "";
    const names = [...`${compose}\n${container}`.matchAll(/^ *([A-Z_]+)[:=]/gm)].map(([, n]) => n);
    expect(names).toEqual(expect.arrayContaining(["DATABASE_URL", "REDIS_URL", "DATA_DIR"]));
    // The image's description of itself is not a setting.
    const own = new Set(["WORDLOOM_CONTAINER"]);
    const unknown = names.filter((name = "") => !Object.hasOwn(settingsTable, name));
    expect(new Set(unknown)).toEqual(own);
  });
});
