import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** Root folder of the running program: `lib/<tag>` in a release, otherwise the checkout. */
export const PROGRAM_FOLDER = join(import.meta.dirname, "../../../../..");

/** Machines that releases are built for; Linux with glibc. */
export const RELEASE_ARCHS = ["linux-x86_64", "linux-aarch64"] as const;

export type ReleaseArch = (typeof RELEASE_ARCHS)[number];

export type ReleaseChannel = "stable" | "beta";

const number = "(?:0|[1-9]\\d{0,8})";
const TAG = new RegExp(`^v${number}\\.${number}\\.${number}(?<beta>-beta\\.${number})?$`);

/** The channel that a tag's form implies; undefined if it is not a release tag. */
export function channelOfTag(tag: string): ReleaseChannel | undefined {
  const found = TAG.exec(tag);
  if (found === null) return undefined;
  return found.groups?.["beta"] === undefined ? "stable" : "beta";
}

/** The architecture name of releases for this machine; undefined if there are none. */
export function archOfMachine({
  platform,
  arch,
}: Pick<NodeJS.Process, "platform" | "arch"> = process): ReleaseArch | undefined {
  if (platform !== "linux") return undefined;
  return { x64: RELEASE_ARCHS[0], arm64: RELEASE_ARCHS[1] }[arch as string];
}

const tag = z.string().refine((text) => channelOfTag(text) !== undefined, "is no release tag");
const ordinal = z.int().min(0);

const releaseVersion = z.object({ version: tag, schema: ordinal, minReaderSchema: ordinal });

/** Relative to the folder of the release, with `/` between names and without `.` and `..`. */
const path = z
  .string()
  .max(240)
  .regex(/^(?!\.{1,2}(?:\/|$))[^/\\\0]+(?:\/(?!\.{1,2}(?:\/|$))[^/\\\0]+)*$/);

const releaseInfo = z.object({
  ...releaseVersion.shape,
  arch: z.enum(RELEASE_ARCHS),
  /** The commit it was built from; empty if unknown. */
  commit: z.string().regex(/^(?:[0-9a-f]{40,64})?$/),
  /** Base64, as `minisign` prints it; empty if no key was compiled in. */
  minisignPublicKey: z.string().max(100),
  /** Where the service looks for newer releases; empty for nowhere. */
  releaseListUrl: z.string().max(2000),
  versions: z.array(releaseVersion).max(10_000),
  files: z
    .array(
      z.object({
        path,
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        /** As in the archive: 0755 for programs, 0644 for everything else. */
        mode: z.enum(["0755", "0644"]),
      }),
    )
    .max(20_000),
});

/** An entry in the list of all releases so far: what a rollback to it would need. */
export type ReleaseVersion = z.infer<typeof releaseVersion>;

/**
 * Metadata of a release. `files` lists all files below its top folder (named
 * `wordloom-<tag>-<arch>/`) except RELEASE.json itself.
 */
export type ReleaseInfo = z.infer<typeof releaseInfo>;

/** @throws Error describing the fault */
export function parseReleaseInfo(text: string): ReleaseInfo {
  const parsed = releaseInfo.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`RELEASE.json: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/**
 * RELEASE.json of the running program; undefined in a checkout.
 *
 * @throws Error if the file exists but cannot be read, which means that the release is damaged
 */
export function readReleaseInfo(programFolder: string = PROGRAM_FOLDER): ReleaseInfo | undefined {
  const text = textOf(join(programFolder, "RELEASE.json"));
  return text === undefined ? undefined : parseReleaseInfo(text);
}

/** Two levels above `lib/<tag>`: where the launcher and `static/` are. For releases only. */
export function installFolder(programFolder: string = PROGRAM_FOLDER): string {
  return join(programFolder, "../..");
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
