import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import type { HandOver, Installation } from "@wordloom/server/platform/release/installation";
import { VERSION } from "@wordloom/server/platform/basics/version";
import { updateEnded } from "@wordloom/server/features/administration/updates/update-progress.service";
import type { TestApp, TestAppParts, TestReply } from "../service/build-test-app.ts";
import type { TestAccount } from "../content/accounts.ts";
import { openLocalWeb, type LocalWeb } from "./local-web.ts";
import { memoryFolder } from "../service/memory-folder.ts";
import { ARCH, infoOf, installRelease, makeTarball, type ReleaseDraft } from "./made-release.ts";
import { createSigningKey, type SigningKey } from "./signing-key.ts";

/** The published parts of a release, and their defects. */
export interface Publication extends ReleaseDraft {
  readonly prerelease?: boolean;
  readonly draft?: boolean;
  readonly notes?: string;
  readonly tarball?: Buffer;
  readonly sha256?: string;
  /** The signed text; null publishes no signature. */
  readonly comment?: string | null;
  readonly key?: SigningKey;
  /** Assets to leave out, by the end of their names. */
  readonly without?: readonly string[];
}

/** A release source, and an installation that updates itself from it. */
export interface UpdateSite {
  readonly web: LocalWeb;
  readonly key: SigningKey;
  /** Where version VERSION is installed. */
  readonly installDir: string;
  /** What the old program handed over to the new one. */
  readonly handedOver: HandOver[];
  /** Sets the release list; newest first, as it is published. */
  publish(...releases: readonly Publication[]): void;
  /** For buildTestApp. */
  parts(installation?: Partial<Installation>, settings?: Record<string, string>): TestAppParts;
  close(): Promise<void>;
}

const LIST = "/repos/owner/wordloom/releases?per_page=30";

export async function openUpdateSite(): Promise<UpdateSite> {
  const web = await openLocalWeb();
  const key = createSigningKey();
  const installDir = mkdtempSync(join(memoryFolder(), "wordloom-install-"));
  const running: ReleaseDraft = { tag: VERSION, info: { minisignPublicKey: key.publicKey } };
  installRelease(installDir, running);
  const handedOver: HandOver[] = [];
  const listUrl = `${web.url}${LIST}`;
  return {
    web,
    key,
    installDir,
    handedOver,
    publish(...releases) {
      const list = releases.map((release) => listed(web, key, release));
      web.pages.set(LIST, (response) => sendList(response, list));
    },
    parts: (installation = {}, settings = {}) => ({
      settings: { UPDATE_CHECK_API_URL: listUrl, ...settings },
      installation: {
        arch: ARCH,
        inContainer: false,
        folder: installDir,
        release: infoOf(running),
        handOver: (order) => void handedOver.push(order),
        ...installation,
      },
    }),
    async close() {
      await web.close();
      rmSync(installDir, { recursive: true, force: true });
    },
  };
}

/** With an ETag, as the public service sends it. */
function sendList(response: ServerResponse, list: object): void {
  const text = JSON.stringify(list);
  const etag = `W/"${createHash("sha256").update(text).digest("hex")}"`;
  const isSame = response.req.headers["if-none-match"] === etag;
  response.writeHead(isSame ? 304 : 200, { etag, "content-type": "application/json" });
  response.end(isSame ? undefined : text);
}

function listed(web: LocalWeb, key: SigningKey, release: Publication): object {
  const { tag, arch = ARCH, without = [] } = release;
  const name = `wordloom-${tag}-${arch}.tar.gz`;
  const tarball = release.tarball ?? makeTarball(release);
  const sha256 = release.sha256 ?? createHash("sha256").update(tarball).digest("hex");
  const channel = tag.includes("-beta.") ? "beta" : "stable";
  const usual = `wordloom version=${tag} channel=${channel} arch=${arch} file=${name}`;
  const { comment = usual } = release;
  const files: Record<string, Buffer | string> = {
    [name]: tarball,
    [`${name}.sha256`]: `${sha256}  ${name}\n`,
    ...(comment !== null && {
      [`${name}.minisig`]: (release.key ?? key).sign(tarball, comment),
    }),
  };
  const assets = Object.entries(files)
    .filter(([file]) => !without.some((ending) => file.endsWith(ending)))
    .map(([file, content]) => {
      const path = `/owner/wordloom/releases/download/${tag}/${file}`;
      web.pages.set(path, typeof content === "string" ? content : new Uint8Array(content));
      return { name: file, browser_download_url: `${web.url}${path}`, size: content.length };
    });
  return {
    tag_name: tag,
    draft: release.draft ?? false,
    assets,
    prerelease: release.prerelease ?? channel === "beta",
    published_at: "2026-04-01T00:00:00Z",
    body: release.notes ?? `What is new in ${tag}`,
    html_url: `${web.url}/owner/wordloom/releases/tag/${tag}`,
  };
}

/** Fetches the list, starts the update to a version, and waits for its end. */
export async function applyAndWait(
  app: TestApp,
  admin: TestAccount,
  targetVersion: string,
  channel = "stable",
): Promise<{ readonly accepted: TestReply; readonly task: Record<string, unknown> }> {
  const { headers } = admin;
  await app.send("POST", "/api/admin/updates/check", { headers });
  const body = { channel, targetVersion, confirmCurrentVersion: VERSION };
  const accepted = await app.send("POST", "/api/admin/updates/apply", { headers, body });
  await updateEnded(app.deps);
  const { body: status } = await app.send("GET", "/api/admin/updates/status", { headers });
  return { accepted, task: status.data.applyTask };
}
