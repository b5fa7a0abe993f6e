import { createServer } from "node:http";
import { once } from "node:events";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "@wordloom/server/cli/web-app-sources";
import {
  createKey,
  parsePublicKey,
  parseSecretKey,
  publicKeyLine,
  signContent,
} from "@wordloom/server/platform/release/minisign";
import {
  archOfMachine,
  parseReleaseInfo,
  type ReleaseArch,
} from "@wordloom/server/platform/release/release-info";
import { packArchive, sha256Of, type ReleaseFile } from "../release/release-archive.ts";
import { releaseParts, type ReleaseOrder } from "../release/release-parts.ts";

/** A release source with a list in the public form, and releases built from this checkout. */
export interface PublishedReleases {
  /** The newest tarball for this machine's architecture. */
  tarballOf(tag: string): string;
  /** Builds a release, signs it and puts it at the head of the list. */
  publish(tag: string, change?: ProgramChange): Promise<void>;
  close(): Promise<void>;
}

/** Replaces the content of a file of the program, by its path below `lib/<tag>/`. */
interface ProgramChange {
  readonly path: string;
  readonly content: string;
}

/** @param folder  for the built releases @param build  makes their content */
export async function openPublishedReleases(
  folder: string,
  build: (order: ReleaseOrder) => Promise<ReleaseFile[]> = releaseParts,
): Promise<PublishedReleases> {
  const arch = archOfMachine();
  if (arch === undefined) throw new Error("there are no releases for this machine");
  await mkdir(folder, { recursive: true });
  const keys = createKey();
  const secret = parseSecretKey(keys.secretKey);
  const list: object[] = [];
  const server = createServer((request, response) => {
    void answer(request.url ?? "").then(([status, body]) => response.writeHead(status).end(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const url = `http://127.0.0.1:${port}`;

  async function answer(path: string): Promise<[number, string | Buffer]> {
    if (path.startsWith("/repos/w/w/releases?")) return [200, JSON.stringify(list)];
    const name = path.split("/").at(-1) ?? "";
    const isThere = (await readdir(folder)).includes(name);
    return isThere ? [200, await readFile(join(folder, name))] : [404, "none"];
  }

  return {
    tarballOf: (tag) => join(folder, `wordloom-${tag}-${arch}.tar.gz`),
    async publish(tag, change) {
      const order: ReleaseOrder = {
        root: ROOT,
        tag,
        arch,
        commit: "",
        time: "2026-05-01T00:00:00.000Z",
        minisignPublicKey: publicKeyLine(parsePublicKey(keys.publicKey)),
        releaseListUrl: `${url}/repos/w/w/releases?per_page=30`,
      };
      const files = await build(order);
      const changed = change === undefined ? files : withChange(files, tag, change);
      // Fast rather than small: it stays on this machine.
      const content = packArchive(`wordloom-${tag}-${arch}`, changed, 1);
      const name = `wordloom-${tag}-${arch}.tar.gz`;
      const comment = commentOf(tag, arch, name);
      const written = {
        [name]: content,
        [`${name}.sha256`]: `${sha256Of(content)}  ${name}\n`,
        [`${name}.minisig`]: signContent(secret, { content }, comment),
      };
      for (const [file, text] of Object.entries(written)) await writeFile(join(folder, file), text);
      const assets = Object.entries(written).map(([file, text]) => ({
        name: file,
        size: text.length,
        browser_download_url: `${url}/w/w/releases/download/${tag}/${file}`,
      }));
      list.unshift({
        tag_name: tag,
        draft: false,
        prerelease: false,
        assets,
        published_at: "2026-05-01T00:00:00Z",
        body: `What is new in ${tag}`,
        html_url: `${url}/w/w/releases/tag/${tag}`,
      });
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function commentOf(tag: string, arch: ReleaseArch, name: string): string {
  return `wordloom version=${tag} channel=stable arch=${arch} file=${name}`;
}

/** RELEASE.json gets the new content's checksum, so that no checksum finds the fault. */
function withChange(files: readonly ReleaseFile[], tag: string, change: ProgramChange) {
  const path = `lib/${tag}/${change.path}`;
  const content = Buffer.from(change.content);
  return files.map((file) => {
    if (file.path === path) return { ...file, content };
    if (file.path !== `lib/${tag}/RELEASE.json`) return file;
    const info = parseReleaseInfo(file.content.toString("utf8"));
    const sha256 = sha256Of(content);
    const listed = info.files.map((each) => (each.path === path ? { ...each, sha256 } : each));
    return { ...file, content: Buffer.from(JSON.stringify({ ...info, files: listed })) };
  });
}
