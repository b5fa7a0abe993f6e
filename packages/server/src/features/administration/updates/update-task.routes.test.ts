import { existsSync, readFileSync, readdirSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { VERSION } from "../../../platform/basics/version.ts";
import { readJournal } from "../../../platform/release/update-journal.ts";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { printFolder } from "../../../testing/app/folder-print.ts";
import { ARCH, entriesOf, makeTarball } from "@wordloom/testing/neighbors/made-release";
import { createSigningKey } from "@wordloom/testing/neighbors/signing-key";
import { tarballOf } from "@wordloom/testing/neighbors/tar-bytes";
import {
  applyAndWait,
  openUpdateSite,
  type Publication,
  type UpdateSite,
} from "@wordloom/testing/neighbors/update-site";
import { updatesFeature } from "./updates.feature.ts";

let site: UpdateSite;
let app: TestApp;
beforeEach(async () => {
  site = await openUpdateSite();
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
  await site.close();
});
afterAll(closeCleanDatabase);

async function start(...args: Parameters<UpdateSite["parts"]>): Promise<void> {
  app = await buildTestApp({ ...site.parts(...args), features: onlyFeature(updatesFeature) });
}

const NEW = "v1.4.0";
const NAME = `wordloom-${NEW}-${ARCH}.tar.gz`;
const DOWNLOADS = `/owner/wordloom/releases/download/${NEW}`;
const read = (path: string) => readFileSync(join(site.installDir, path), "utf8");
const commentOf = (change: Record<string, string> = {}) => {
  const facts = { version: NEW, channel: "stable", arch: ARCH, file: NAME, ...change };
  return `wordloom ${Object.entries(facts)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ")}`;
};

/** Expects that the task failed with this error and left nothing behind. */
async function expectFailure(before: readonly string[], error: RegExp): Promise<void> {
  const { applyTask } = (await status()).data;
  expect(applyTask).toMatchObject({ phase: "failed", targetVersion: NEW });
  expect(applyTask.error).toMatch(error);
  expect(applyTask.completedAt).toBeDefined();
  expect(printFolder(site.installDir)).toEqual(before);
  expect(app.deps.maintenance.active).toBe(false);
  expect(site.handedOver).toEqual([]);
  const [entry] = (await history()).data.entries;
  expect(entry).toMatchObject({ outcome: "failed", error: applyTask.error });
  expect(entry.completedAt).toBeDefined();
  expect(app.hub.recordedEvents().at(-2)).toMatchObject({
    type: "update_progress",
    phase: "failed",
    error: applyTask.error,
  });
  expect(app.hub.recorded().at(-1)).toBe("admins:admin_notice");
}

const status = async () => (await asAdmin("status")).body;
const history = async () => (await asAdmin("history")).body;

async function asAdmin(name: string) {
  const { headers } = await app.admin();
  return app.send("GET", `/api/admin/updates/${name}`, { headers });
}

async function fail(release: Partial<Publication>, error: RegExp): Promise<void> {
  await start();
  const before = printFolder(site.installDir);
  site.publish({ tag: NEW, ...release });
  const { accepted } = await applyAndWait(app, await app.admin(), NEW);
  expect(accepted.status, accepted.text).toBe(202);
  await expectFailure(before, error);
}

describe("A task of the updater", () => {
  it("puts the new release in place and hands over to it", async () => {
    await start();
    site.publish({ tag: NEW });
    const { accepted, task } = await applyAndWait(app, await app.admin(), NEW);
    expect(accepted.status, accepted.text).toBe(202);
    expect(task).toMatchObject({ phase: "restarting", percent: 90, targetVersion: NEW });
    expect(site.handedOver).toMatchObject([{ installDir: site.installDir, targetVersion: NEW }]);
    expect(read("wordloom")).toContain(NEW);
    expect(read(`wordloom-${VERSION}`)).toContain(VERSION);
    expect(read("static/learner/index.html")).toContain(NEW);
    expect(read(`static-${VERSION}/learner/index.html`)).toContain(VERSION);
    expect(readdirSync(join(site.installDir, "lib")).toSorted()).toEqual([VERSION, NEW]);
    expect(app.deps.maintenance.active).toBe(true);
    const { DATA_DIR } = app.deps.settings;
    expect(existsSync(join(DATA_DIR, "update/maintenance.flag"))).toBe(true);
    expect(await readJournal(DATA_DIR)).toMatchObject({ phase: "restarting" });
    expect(app.faults).toEqual([]);
  });

  it("installs into an empty folder", async () => {
    await start(
      { folder: undefined, release: undefined },
      { UPDATE_INSTALL_DIR: join(site.installDir, "static-x") },
    );
    const { mkdirSync } = await import("node:fs");
    mkdirSync(join(site.installDir, "static-x"));
    site.publish({ tag: NEW });
    await applyAndWait(app, await app.admin(), NEW);
    expect(site.handedOver).toHaveLength(1);
    expect(readdirSync(join(site.installDir, "static-x")).toSorted()).toEqual([
      ...["lib", `staging-${site.handedOver[0]?.taskId}`, "static", "update.lock", "wordloom"],
    ]);
  });

  it("installs the running version over itself only if its files are whole", async () => {
    await start({}, { UPDATE_ALLOW_DOWNGRADE: "true" });
    site.publish({ tag: VERSION });
    await applyAndWait(app, await app.admin(), VERSION);
    expect(site.handedOver).toHaveLength(1);
    expect(read("static/learner/index.html")).toContain(VERSION);
  });

  it("reads an uppercase checksum", async () => {
    await start();
    const { createHash } = await import("node:crypto");
    const tarball = makeTarball({ tag: NEW });
    const sha256 = createHash("sha256").update(tarball).digest("hex").toUpperCase();
    site.publish({ tag: NEW, tarball, sha256 });
    await applyAndWait(app, await app.admin(), NEW);
    expect(site.handedOver).toHaveLength(1);
  });

  it("continues without a signature if no key is built in", async () => {
    await start({ release: undefined });
    site.publish({ tag: NEW, comment: null });
    await applyAndWait(app, await app.admin(), NEW);
    expect(site.handedOver).toHaveLength(1);
  });

  it("fetches the tarball, and only that, from the mirror", async () => {
    await start({}, { UPDATE_DOWNLOAD_MIRROR_PREFIX: `${site.web.url}/mirror/` });
    site.publish({ tag: NEW });
    const tarball = site.web.pages.get(`${DOWNLOADS}/${NAME}`);
    site.web.pages.set(`/mirror/${site.web.url}${DOWNLOADS}/${NAME}`, tarball!);
    site.web.pages.delete(`${DOWNLOADS}/${NAME}`);
    await applyAndWait(app, await app.admin(), NEW);
    expect(site.handedOver).toHaveLength(1);
    expect(site.web.requests.filter((request) => request.includes("/mirror/"))).toHaveLength(1);
  });

  it("follows five redirects", async () => {
    await start();
    site.publish({ tag: NEW });
    redirect(5);
    await applyAndWait(app, await app.admin(), NEW);
    expect(site.handedOver).toHaveLength(1);
  });

  it("gives up after the sixth redirect", async () => {
    await start();
    const before = printFolder(site.installDir);
    site.publish({ tag: NEW });
    redirect(6);
    await applyAndWait(app, await app.admin(), NEW);
    await expectFailure(before, /^DownloadFailed: .*redirects/);
  });

  /** Puts the tarball behind this many redirects. */
  function redirect(count: number): void {
    const tarball = site.web.pages.get(`${DOWNLOADS}/${NAME}`)!;
    for (let n = 0; n < count; n += 1) {
      const path = n === 0 ? `${DOWNLOADS}/${NAME}` : `/r${n}`;
      const location = `/r${n + 1}`;
      site.web.pages.set(path, (response) => void response.writeHead(302, { location }).end());
    }
    site.web.pages.set(`/r${count}`, tarball);
  }

  it.each([
    ["another port", "http://127.0.0.1:9/x.tar.gz"],
    ["another host", "https://evil.example/x.tar.gz"],
    ["a file", "file:///etc/passwd"],
  ])("does not follow a redirect to %s", async (_name, location) => {
    await start();
    const before = printFolder(site.installDir);
    site.publish({ tag: NEW });
    site.web.pages.set(
      `${DOWNLOADS}/${NAME}`,
      (response) => void response.writeHead(302, { location }).end(),
    );
    await applyAndWait(app, await app.admin(), NEW);
    await expectFailure(before, /^DownloadFailed: files of releases may not come from/);
  });

  it("fails if the checksum does not match", () =>
    fail({ sha256: "0".repeat(64) }, /^SHA256_MISMATCH: the tarball has [0-9a-f]{64}, not 0+$/));

  it("fails if the checksum file has no checksum", () =>
    fail({ sha256: "<html>" }, /^SHA256_MISMATCH: /));

  it("fails if another key made the signature", () =>
    fail({ key: createSigningKey() }, /^SignatureInvalid: /));

  it.each([
    ["an older release under a new tag", { version: "v1.2.0" }],
    ["another channel", { channel: "beta" }],
    ["another architecture", { arch: "linux-aarch64" }],
    ["another file", { file: `wordloom-v1.2.0-${ARCH}.tar.gz` }],
  ])("fails when the signature was made for %s", (_name, change) =>
    fail({ comment: commentOf(change) }, /^SignatureInvalid: it was signed as/),
  );

  it("fails when the trusted comment was changed after signing", async () => {
    await start();
    const before = printFolder(site.installDir);
    site.publish({ tag: NEW, comment: commentOf({ version: "v1.2.0" }) });
    const path = `${DOWNLOADS}/${NAME}.minisig`;
    const signature = String(site.web.pages.get(path));
    site.web.pages.set(path, signature.replace("version=v1.2.0", `version=${NEW}`));
    await applyAndWait(app, await app.admin(), NEW);
    await expectFailure(before, /^SignatureInvalid: /);
  });

  it("fails when the tarball was changed after signing, with a new checksum", async () => {
    await start();
    const before = printFolder(site.installDir);
    site.publish({ tag: NEW });
    const signature = site.web.pages.get(`${DOWNLOADS}/${NAME}.minisig`)!;
    site.publish({ tag: NEW, files: { [`lib/${NEW}/server.js`]: "evil" } });
    site.web.pages.set(`${DOWNLOADS}/${NAME}.minisig`, signature);
    await applyAndWait(app, await app.admin(), NEW);
    await expectFailure(before, /^SignatureInvalid: /);
  });

  it("fails when the signature is empty", async () => {
    await start();
    const before = printFolder(site.installDir);
    site.publish({ tag: NEW });
    site.web.pages.set(`${DOWNLOADS}/${NAME}.minisig`, "");
    await applyAndWait(app, await app.admin(), NEW);
    await expectFailure(before, /^SignatureInvalid: /);
  });

  it("fails if the archive contains an older release", () =>
    fail({ tarball: makeTarball({ tag: "v1.2.0" }) }, /^ArchiveInvalid: .* is not in its folder/));

  it("fails when the archive is for another architecture", () =>
    fail(
      { tarball: makeTarball({ tag: NEW, arch: "linux-aarch64" }) },
      /^ArchiveInvalid: .* is not in its folder/,
    ));

  it("fails if the archive has a path outside its folder", () =>
    fail(
      { tarball: tarballOf([{ name: "../escaped", content: "x" }, ...entriesOf({ tag: NEW })]) },
      /^UnsafePath: /,
    ));

  it("fails if a rollback would be impossible", () =>
    fail(
      {
        info: {
          schema: 9000,
          minReaderSchema: 8000,
          versions: [
            { version: "v1.3.5", schema: 7000, minReaderSchema: 1 },
            { version: "v1.3.8", schema: 8000, minReaderSchema: 2 },
            { version: "v1.3.9", schema: 8500, minReaderSchema: 7900 },
          ],
        },
      },
      /^StepRequired: install v1\.3\.8 first$/,
    ));

  it("fails if the tarball is gone", async () => {
    await start();
    const before = printFolder(site.installDir);
    site.publish({ tag: NEW });
    site.web.pages.delete(`${DOWNLOADS}/${NAME}`);
    await applyAndWait(app, await app.admin(), NEW);
    await expectFailure(before, /^DownloadFailed: the source answered 404/);
  });

  it("fails if the connection breaks", async () => {
    await start();
    const before = printFolder(site.installDir);
    site.publish({ tag: NEW });
    site.web.pages.set(`${DOWNLOADS}/${NAME}`, breakOff);
    await applyAndWait(app, await app.admin(), NEW);
    await expectFailure(before, /^DownloadFailed: /);
  });

  function breakOff(response: ServerResponse): void {
    response.writeHead(200, { "content-length": "100000" });
    response.write("x".repeat(50_000), () => response.destroy());
  }

  it("fails when nothing arrives for five minutes", async () => {
    await start();
    const before = printFolder(site.installDir);
    site.publish({ tag: NEW });
    const path = `${DOWNLOADS}/${NAME}`;
    let release = (): void => undefined;
    site.web.pages.set(path, (response) => {
      release = () => void response.destroy();
    });
    const admin = await app.admin();
    // The phase is checked every second.
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const applied = applyAndWait(app, admin, NEW);
    await site.web.arrived(`GET ${path}`);
    app.clock.advance(300_000);
    vi.advanceTimersByTime(1_000);
    await applied;
    release();
    await expectFailure(before, /^PhaseTimeout: {"phase":"downloading","timeout_secs":300}$/);
  });

  it("fails as soon as more bytes arrive than allowed", async () => {
    await start({}, { UPDATE_MAX_TARBALL_BYTES: "1000000" });
    const before = printFolder(site.installDir);
    site.publish({ tag: NEW });
    // The body never ends, so only a reader that counts can stop.
    site.web.pages.set(`${DOWNLOADS}/${NAME}`, (response) => {
      const more = () => void (response.destroyed || response.write(Buffer.alloc(65_536), more));
      more();
    });
    await applyAndWait(app, await app.admin(), NEW);
    await expectFailure(before, /^TarballTooLarge: the tarball has more than 1000000 bytes/);
  });

  it("fails before the download if the list announces too many bytes", async () => {
    await start({}, { UPDATE_MAX_TARBALL_BYTES: "100" });
    const before = printFolder(site.installDir);
    site.publish({ tag: NEW });
    await applyAndWait(app, await app.admin(), NEW);
    await expectFailure(before, /^TarballTooLarge: /);
    expect(site.web.requests).not.toContain(`GET ${DOWNLOADS}/${NAME}`);
  });

  it("reports the progress of the download at most once a second", async () => {
    await start();
    const tarball = makeTarball({ tag: NEW, files: { "static/big": "x".repeat(2_000_000) } });
    site.publish({ tag: NEW, tarball });
    await applyAndWait(app, await app.admin(), NEW);
    const downloading = app.hub
      .recordedEvents()
      .filter((event) => event.type === "update_progress" && event.phase === "downloading");
    // The test's clock stands still.
    expect(downloading).toMatchObject([{ percent: 5 }]);
  });

  it("does not start while another one of this process runs", async () => {
    await start();
    site.publish({ tag: NEW });
    const admin = await app.admin();
    let release = (): void => undefined;
    const path = `${DOWNLOADS}/${NAME}`;
    site.web.pages.set(path, (response) => {
      release = () => void response.destroy();
    });
    const first = applyAndWait(app, admin, NEW);
    await site.web.arrived(`GET ${path}`);
    const body = { channel: "stable", targetVersion: NEW, confirmCurrentVersion: VERSION };
    const { headers } = admin;
    const second = await app.send("POST", "/api/admin/updates/apply", { headers, body });
    expect(second.status).toBe(409);
    expect(second.body.code).toBe("UPDATE_IN_PROGRESS");
    const { body: seen } = await app.send("GET", "/api/admin/updates/status", { headers });
    expect(seen.data.applyTask).toMatchObject({ phase: "downloading", percent: 5 });
    release();
    await first;
  });
});
