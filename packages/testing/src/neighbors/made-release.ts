import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ReleaseArch, ReleaseInfo } from "@wordloom/server/platform/release/release-info";
import { tarballOf, type TarEntry } from "./tar-bytes.ts";

export const ARCH: ReleaseArch = "linux-x86_64";

/** The content of a made-up release. */
export interface ReleaseDraft {
  readonly tag: string;
  readonly arch?: ReleaseArch;
  /** Program, web apps and launcher by path, in addition to the usual files. */
  readonly files?: Readonly<Record<string, string>>;
  /** Changes to its RELEASE.json. */
  readonly info?: Partial<ReleaseInfo>;
}

/** The usual files of a made-up release. */
function filesOf({ tag, files = {} }: ReleaseDraft): Record<string, string> {
  return {
    wordloom: `#!/bin/sh\n# ${tag}\nexec sleep 600\n`,
    [`lib/${tag}/bin/node`]: `node of ${tag}`,
    [`lib/${tag}/server.js`]: `server of ${tag}`,
    [`lib/${tag}/LICENSE`]: "MIT",
    "static/learner/index.html": `<title>${tag}</title>`,
    "static/admin/index.html": `<title>admin ${tag}</title>`,
    ...files,
  };
}

const isProgram = (path: string) => path === "wordloom" || path.endsWith("/bin/node");

export function infoOf(draft: ReleaseDraft): ReleaseInfo {
  const { tag, arch = ARCH, info = {} } = draft;
  return {
    version: tag,
    arch,
    commit: "0".repeat(40),
    schema: 45,
    minReaderSchema: 1,
    minisignPublicKey: "",
    releaseListUrl: "",
    versions: [{ version: tag, schema: 45, minReaderSchema: 1 }],
    files: Object.entries(filesOf(draft)).map(([path, content]) => ({
      path,
      sha256: createHash("sha256").update(content).digest("hex"),
      mode: isProgram(path) ? "0755" : "0644",
    })),
    ...info,
  };
}

/** The entries of its archive, for tests that change them. */
export function entriesOf(draft: ReleaseDraft): TarEntry[] {
  const { tag, arch = ARCH } = draft;
  const top = `wordloom-${tag}-${arch}`;
  const folders = ["", "lib", `lib/${tag}`, `lib/${tag}/bin`, "static", "static/learner"];
  return [
    ...folders.map((path) => ({ name: join(top, path), type: "5" })),
    { name: `${top}/lib/${tag}/RELEASE.json`, content: JSON.stringify(infoOf(draft)) },
    ...Object.entries(filesOf(draft)).map(([path, content]) => ({
      name: `${top}/${path}`,
      content,
      mode: isProgram(path) ? 0o755 : 0o644,
    })),
  ];
}

/** A release as it is published. */
export function makeTarball(draft: ReleaseDraft): Buffer {
  return tarballOf(entriesOf(draft));
}

/** Puts a release into a folder, as an installed one. */
export function installRelease(folder: string, draft: ReleaseDraft): void {
  const files = filesOf(draft);
  files[`lib/${draft.tag}/RELEASE.json`] = JSON.stringify(infoOf(draft));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content, { mode: isProgram(path) ? 0o755 : 0o644 });
  }
}
