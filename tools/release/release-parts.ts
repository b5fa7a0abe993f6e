import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BUNDLES, fingerprintOfSources, OF_RELEASE } from "@wordloom/server/cli/service-bundle";
import { findWebApps, STAMP } from "@wordloom/server/cli/web-app-sources";
import {
  programMinReaderSchema,
  programSchema,
} from "@wordloom/server/platform/database/schema-version";
import {
  parseReleaseInfo,
  type ReleaseArch,
  type ReleaseInfo,
  type ReleaseVersion,
} from "@wordloom/server/platform/release/release-info";
import { billOfMaterials } from "./bill-of-materials.ts";
import { NODE_PACKAGES, nodeFor } from "./node-binary.ts";
import {
  LICENSE_TEXT,
  packageFiles,
  productionPackages,
  readLock,
  type Lock,
  type PlacedPackage,
} from "./npm-packages.ts";
import { jsonFile, ownPackages, textFile } from "./own-packages.ts";
import { sha256Of, sortFiles, type ReleaseFile } from "./release-archive.ts";

/** Inputs of a release. */
export interface ReleaseOrder {
  /** Root of the checkout; its web apps must be built. */
  readonly root: string;
  /** `vX.Y.Z` or `vX.Y.Z-beta.N`. */
  readonly tag: string;
  readonly arch: ReleaseArch;
  readonly commit: string;
  /** Time of the commit, ISO 8601. */
  readonly time: string;
  /** Compiled in: the key that must sign updates; empty for none. */
  readonly minisignPublicKey: string;
  /** Compiled in: the list of newer releases; empty for none. */
  readonly releaseListUrl: string;
}

/** Tools that build the web apps without becoming part of them. */
const BUILD_TOOLS = ["vite", "@vitejs/plugin-react"];

/** Files that an operator copies to their place on the machine and edits there. */
const DEPLOYMENT = ["wordloom.service", "nginx.conf", "Caddyfile"].map((name) => `deploy/${name}`);

/** All files of a release below its top folder, including RELEASE.json. */
export async function releaseParts(order: ReleaseOrder): Promise<ReleaseFile[]> {
  const { root, tag, arch } = order;
  const lock = readLock(root);
  const needed = productionPackages(lock, "packages/server");
  const shown = webPackages(root, lock);
  const node = await nodeFor(root, lock, arch);
  const bill = billOfMaterials({ ...order, packages: [...needed, ...shown, nodePart(lock, arch)] });
  const program = [
    { path: "bin/node", content: node.program, mode: "0755" as const },
    { path: "licences/node.txt", content: node.license, mode: "0644" as const },
    ...ownPackages(root, tag.slice(1)),
    ...serviceBundle(root),
    ...needed.flatMap(({ place }) => packageFiles(root, place)),
    ...licensesOf(root, shown),
    ...["LICENSE", "NOTICE", ...DEPLOYMENT].map((name) => copied(root, name)),
    jsonFile("SBOM.cdx.json", bill),
  ];
  return assembled(order, program, staticFiles(root));
}

/**
 * The files of a release around a program, with its launcher and its RELEASE.json.
 *
 * @param program  by their paths below `lib/<tag>/` @param shown  files below the top folder
 */
export function assembled(
  order: ReleaseOrder,
  program: readonly ReleaseFile[],
  shown: readonly ReleaseFile[],
): ReleaseFile[] {
  const lib = `lib/${order.tag}`;
  const files = sortFiles([
    textFile("wordloom", launcherOf(order.tag), "0755"),
    ...program.map((file) => ({ ...file, path: `${lib}/${file.path}` })),
    ...shown,
  ]);
  return [...files, textFile(`${lib}/RELEASE.json`, manifestOf(order, files))];
}

/** The script that starts the release with this tag. */
export function launcherOf(tag: string): string {
  const template = readFileSync(join(import.meta.dirname, "launcher.sh"), "utf8");
  return template.replaceAll("@TAG@", tag);
}

/** The schema version of this checkout's program. */
export function schemaOfProgram(): Omit<ReleaseVersion, "version"> {
  return { schema: programSchema(), minReaderSchema: programMinReaderSchema };
}

/** All releases so far, oldest first; the build adds its own. */
export function releasedVersions(): ReleaseVersion[] {
  const file = join(import.meta.dirname, "versions.json");
  return JSON.parse(readFileSync(file, "utf8")) as ReleaseVersion[];
}

function manifestOf(order: ReleaseOrder, files: readonly ReleaseFile[]): string {
  const { tag, arch, commit, minisignPublicKey, releaseListUrl } = order;
  const schema = schemaOfProgram();
  const own = { version: tag, ...schema };
  const earlier = releasedVersions().filter(({ version }) => version !== tag);
  const info: ReleaseInfo = {
    version: tag,
    arch,
    commit,
    ...schema,
    minisignPublicKey,
    releaseListUrl,
    versions: [...earlier, own],
    files: files.map(({ path, content, mode }) => ({ path, sha256: sha256Of(content), mode })),
  };
  const text = `${JSON.stringify(info, null, 1)}\n`;
  parseReleaseInfo(text);
  return text;
}

function nodePart(lock: Lock, arch: ReleaseArch): PlacedPackage {
  const name = NODE_PACKAGES[arch];
  const place = `node_modules/${name}`;
  return { place, name, entry: lock[place] ?? {} };
}

/** Packages with code in the web apps. */
function webPackages(root: string, lock: Lock): PlacedPackage[] {
  const apps = findWebApps(root).filter(({ folder }) => existsSync(join(folder, "package.json")));
  return apps.flatMap(({ name }) => productionPackages(lock, `apps/${name}`, BUILD_TOOLS));
}

/** Licenses of packages whose files are not in the release under their own names. */
function licensesOf(root: string, packages: readonly PlacedPackage[]): ReleaseFile[] {
  const texts = new Map<string, ReleaseFile>();
  for (const { place, name } of packages) {
    const found = readdirSync(join(root, place)).find((file) => LICENSE_TEXT.test(file));
    if (found === undefined) continue;
    const path = `licences/${name.replaceAll("/", "-")}.txt`;
    texts.set(path, { ...copied(root, `${place}/${found}`), path });
  }
  return [...texts.values()];
}

/** The bundle that the launcher starts; threads run from the sources next to it. */
function serviceBundle(root: string): ReleaseFile[] {
  const folder = join(BUNDLES, fingerprintOfSources(root));
  if (!existsSync(join(root, folder))) throw new Error(`${folder}: bundle the service`);
  return readdirSync(join(root, folder)).map((name) => ({
    ...copied(root, `${folder}/${name}`),
    path: `${BUNDLES}/${OF_RELEASE}/${name}`,
  }));
}

/** The built web apps, compressed files included. */
function staticFiles(root: string): ReleaseFile[] {
  return findWebApps(root).flatMap(({ name, built }) => {
    if (!existsSync(join(built, "index.html"))) throw new Error(`${built}: build the web apps`);
    const files = readdirSync(built, { recursive: true, withFileTypes: true });
    return files
      .filter((entry) => entry.isFile() && entry.name !== STAMP)
      .map((entry) => {
        const file = join(entry.parentPath, entry.name);
        const path = `static/${name}/${file.slice(built.length + 1).replaceAll("\\", "/")}`;
        return { path, content: readFileSync(file), mode: "0644" as const };
      });
  });
}

function copied(root: string, path: string): ReleaseFile {
  return { path, content: readFileSync(join(root, path)), mode: "0644" };
}
