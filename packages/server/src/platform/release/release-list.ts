import { z } from "zod";
import { compareTags, parseReleaseTag } from "./release-tags.ts";

const NOTES_MAX = 100_000;
const RELEASES_MAX = 100;

/** An entry of the public list of releases; unused fields are not validated. */
const Published = z.object({
  tag_name: z.string(),
  prerelease: z.boolean().default(false),
  draft: z.boolean().default(false),
  published_at: z.string().nullish(),
  body: z.string().nullish(),
  html_url: z.string().nullish(),
  assets: z
    .array(
      z.object({
        name: z.string(),
        browser_download_url: z.string(),
        size: z.number().int().min(0).nullish(),
      }),
    )
    .default([]),
});

const Asset = z.object({ name: z.string(), url: z.string(), size: z.number().nullable() });

/** A release as stored. */
export const Release = z.object({
  tag: z.string(),
  prerelease: z.boolean(),
  publishedAtMs: z.number().nullable(),
  notes: z.string(),
  pageUrl: z.string(),
  assets: z.array(Asset),
});

export type Release = z.infer<typeof Release>;

/** The files of a release for one architecture. */
export interface ReleaseAssets {
  readonly name: string;
  readonly tarballUrl: string;
  /** As announced; null if unknown. */
  readonly sizeBytes: number | null;
  readonly checksumUrl: string;
  readonly signatureUrl: string | undefined;
}

/**
 * The releases of a list, without drafts and tags of other forms.
 *
 * @returns undefined if the body is not a list of releases
 */
export function parseReleaseList(body: unknown): Release[] | undefined {
  if (!Array.isArray(body)) return undefined;
  const entries = z.array(Published).safeParse(body.slice(0, RELEASES_MAX)).data;
  return entries
    ?.filter(({ draft, tag_name }) => !draft && parseReleaseTag(tag_name) !== undefined)
    .map((entry) => ({
      tag: entry.tag_name,
      prerelease: entry.prerelease,
      publishedAtMs: timeOf(entry.published_at),
      notes: (entry.body ?? "").slice(0, NOTES_MAX),
      pageUrl: webPage(entry.html_url),
      assets: entry.assets.map(({ name, browser_download_url: url, size = null }) => ({
        name,
        url,
        size,
      })),
    }));
}

/** The newest release of a channel. */
export function newestRelease(
  releases: readonly Release[],
  channel: "stable" | "beta",
): Release | undefined {
  const [first] = releases
    .filter(
      ({ tag, prerelease }) =>
        channel === "beta" || (!prerelease && parseReleaseTag(tag)?.channel === "stable"),
    )
    .toSorted((one, other) => compareTags(other.tag, one.tag));
  return first;
}

/**
 * The files of a release for an architecture such as `linux-x86_64`.
 *
 * @returns undefined if the tarball or its checksum is missing, or if there are two tarballs
 */
export function assetsFor({ tag, assets }: Release, arch: string): ReleaseAssets | undefined {
  const tarballs = assets.filter(({ name }) => name.endsWith(`-${tag}-${arch}.tar.gz`));
  const [tarball] = tarballs;
  if (tarball === undefined || tarballs.length > 1) return undefined;
  const beside = (ending: string) => assets.find(({ name }) => name === `${tarball.name}${ending}`);
  const checksum = beside(".sha256");
  if (checksum === undefined) return undefined;
  return {
    name: tarball.name,
    tarballUrl: tarball.url,
    sizeBytes: tarball.size,
    checksumUrl: checksum.url,
    signatureUrl: beside(".minisig")?.url,
  };
}

/**
 * Page with the changes between two tags; null if the release's page does not reveal the
 * repository.
 */
export function compareUrl(pageUrl: string, current: string, target: string): string | null {
  const repository = /^(.+)\/releases\/tag\/[^/]+$/.exec(pageUrl)?.[1];
  return repository === undefined ? null : `${repository}/compare/${current}...${target}`;
}

function timeOf(text: string | null | undefined): number | null {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? null : ms;
}

/** The console links to it, so it must not be a script. */
function webPage(text: string | null | undefined): string {
  const url = URL.parse(text ?? "");
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : "";
}
