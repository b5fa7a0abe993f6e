import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeScript } from "@wordloom/testing/process/programs";
import { launcherOf } from "./release-parts.ts";

const TAG = "v1.4.0-beta.2";

/**
 * Stands in for Node and the service: prints how it was started, then ends on a signal or on a line
 * from the pipe `go`.
 */
const SERVICE = `#!/bin/sh
main=$1
shift
if [ "\${1-}" = config ]; then echo "asked" >&2; echo "$PLACE/data"; exit; fi
trap 'echo "got TERM"; exit 0' TERM
trap 'echo "got HUP"; exit 0' HUP
echo "started \${main##*/packages/} $* under \${WORDLOOM_LAUNCHER:+a launcher}"
read -r status <"$PLACE/go"
exit "$status"
`;

/** Stands in for the launcher of the next version. Waits without starting anything. */
const SUCCESSOR = `trap 'echo "successor got TERM"; exit 0' TERM
echo "successor runs"
read -r line <"$PLACE/never"`;

/** The launcher polls a process that is not its child every second; here it need not wait. */
const SLEEP = `#!/bin/sh
exec /bin/sleep 0.05
`;

let place: string;
let children: ChildProcess[];
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "wordloom-launcher-"));
  children = [];
  const put = (path: string, text: string) => {
    mkdirSync(join(place, path, ".."), { recursive: true });
    writeScript(join(place, path), text);
  };
  put("wordloom", launcherOf(TAG));
  put(`lib/${TAG}/bin/node`, SERVICE);
  put("bin/sleep", SLEEP);
  mkdirSync(join(place, "data/update"), { recursive: true });
  spawnSync("mkfifo", [join(place, "go"), join(place, "never")]);
});
afterEach(async () => {
  for (const child of children) await end(child);
  rmSync(place, { recursive: true });
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

interface Launched {
  readonly child: ChildProcess;
  /** Resolves with the lines so far once this one appears. */
  said(line: string | RegExp): Promise<void>;
  readonly status: Promise<number | null>;
}

function start(file: string, args: readonly string[] = [], program?: string): Launched {
  const [command, all] = program === undefined ? [file, args] : [program, [file, ...args]];
  const env = { PATH: `${join(place, "bin")}:/usr/bin:/bin`, PLACE: place };
  const child = spawn(command, all, { env, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on("line", (line) => {
      lines.push(line);
      for (const look of waiting) look();
    });
  }
  const said = (wanted: string | RegExp) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const look = () => {
      if (lines.some((line) => (wanted instanceof RegExp ? wanted.test(line) : line === wanted))) {
        resolve();
      }
    };
    waiting.add(look);
    look();
    child.once("close", () => reject(new Error(`not "${wanted}" but:\n${lines.join("\n")}`)));
    return promise;
  };
  const status = once(child, "close").then(([code]) => code as number | null);
  return { child, said, status };
}

/** Makes the stand-in of the service end with this status. */
const serviceEnds = (status: number) => writeFileSync(join(place, "go"), `${status}\n`);

const shells = ["dash", "bash", "busybox"].filter(
  (shell) => spawnSync("sh", ["-c", `command -v ${shell}`]).status === 0,
);

// Releases are for Linux.
describe.runIf(process.platform === "linux")("the launcher", () => {
  const launcher = () => join(place, "wordloom");
  const started = /^started server\/src\/main\.ts {1,2}(?:serve )?under a launcher$/;

  it("is a shell program that passes shellcheck", ({ skip }) => {
    if (spawnSync("shellcheck", ["--version"]).status !== 0) skip("shellcheck is not installed");
    const { stdout } = spawnSync("shellcheck", ["-s", "sh", launcher()], { encoding: "utf8" });
    expect(stdout).toBe("");
  });

  it("names its version, and runs other commands in its place", async () => {
    expect(readFileSync(launcher(), "utf8")).toContain(`tag='${TAG}'`);
    const { status, stdout } = spawnSync(launcher(), ["config", "print", "DATA_DIR"], {
      env: { PATH: "/usr/bin:/bin", PLACE: place },
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([0, `${place}/data\n`]);
  });

  it("works through a link", async () => {
    symlinkSync(launcher(), join(place, "link"));
    const { said, status } = start(join(place, "link"), ["serve", "--more"]);
    await said("started server/src/main.ts serve --more under a launcher");
    serviceEnds(0);
    expect(await status).toBe(0);
  });

  it("reports a missing program", async () => {
    rmSync(join(place, "lib"), { recursive: true });
    const { said, status } = start(launcher());
    await said(/bin\/node is missing: unpack the release again/);
    expect(await status).toBe(1);
  });

  describe.each(shells)("in %s", (shell) => {
    const program = shell === "busybox" ? undefined : shell;
    const launch = () => start(launcher(), [], program);

    it.each([0, 1, 3])("ends with the status of the service (%i)", async (status) => {
      const launched = launch();
      await launched.said(started);
      serviceEnds(status);
      expect(await launched.status).toBe(status);
    });

    // A shell makes its background programs ignore INT, and only Node undoes that; another test
    // checks it with the real Node.
    it.each(["TERM", "HUP"] as const)("passes %s on, and waits for the end", async (signal) => {
      const launched = launch();
      await launched.said(started);
      launched.child.kill(`SIG${signal}`);
      await launched.said(`got ${signal}`);
      expect(await launched.status).toBe(0);
    });

    it("ends as if killed when the service is", async () => {
      const launched = launch();
      await launched.said(started);
      const { stdout } = spawnSync("pgrep", ["-P", String(launched.child.pid)]);
      process.kill(Number(stdout.toString().trim()), "SIGKILL");
      expect(await launched.status).toBe(137);
    });

    /** A launcher that already follows the successor of the service. */
    const follows = async () => {
      const successor = start("/bin/sh", ["-c", SUCCESSOR]);
      await successor.said("successor runs");
      writeFileSync(join(place, "data/update/next.pid"), `${successor.child.pid}\n`);
      const launched = launch();
      await launched.said(started);
      serviceEnds(76);
      await launched.said("asked");
      return { successor, launched };
    };

    it("follows the successor of the service", async () => {
      const { successor, launched } = await follows();
      launched.child.kill("SIGTERM");
      await successor.said("successor got TERM");
      expect(await launched.status).toBe(0);
    });

    it("asks for a restart when the successor ends unasked", async () => {
      const { successor, launched } = await follows();
      await end(successor.child);
      expect(await launched.status).toBe(1);
    });

    it("leaves nothing behind when it is killed while following", async () => {
      const { successor, launched } = await follows();
      launched.child.kill("SIGKILL");
      // A leftover process would keep its output open.
      await launched.status;
      expect(successor.child.exitCode).toBeNull();
    });

    it.each([undefined, "", "-1", "1; rm -rf /"])("follows nothing for %j", async (text) => {
      if (text !== undefined) writeFileSync(join(place, "data/update/next.pid"), `${text}\n`);
      const launched = launch();
      await launched.said(started);
      serviceEnds(76);
      await launched.said(/next\.pid names no process$/);
      expect(await launched.status).toBe(1);
      expect(existsSync(place)).toBe(true);
    });
  });
});
