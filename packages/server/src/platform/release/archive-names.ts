import { printable } from "../basics/tar-reader.ts";
import { failUpdate } from "./update-failure.ts";

const LENGTH_MAX = 240;
/** Printable ASCII without characters that separate, escape or name devices on any system. */
const SEGMENT = /^[^\x00-\x1f\x7f-\u{10ffff}\\/:*?"<>|]+$/u;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * The path of an entry below the one top folder of its archive; empty for that folder itself.
 *
 * Names that could lead out of the folder, or that some file system maps to another name, are
 * refused by their form, before any disk access.
 *
 * @throws UpdateFailure UnsafePath, or ArchiveInvalid for another top folder
 */
export function pathInArchive(name: string, topFolder: string): string {
  const unsafe = (): never => failUpdate("UnsafePath", `"${printable(name)}" is no safe path`);
  const path = name.endsWith("/") ? name.slice(0, -1) : name;
  if (path.length > LENGTH_MAX) unsafe();
  const segments = path.split("/");
  for (const segment of segments) {
    if (!SEGMENT.test(segment) || DEVICE.test(segment)) unsafe();
    if (/^\.+$|[. ]$|^ /.test(segment)) unsafe();
  }
  const [top, ...rest] = segments;
  if (top !== topFolder) failUpdate("ArchiveInvalid", `"${printable(name)}" is not in its folder`);
  return rest.join("/");
}

/** The parents of a path, outermost first: `a/b/c` has `a` and `a/b`. */
export function parentsOf(path: string): string[] {
  const segments = path.split("/");
  return segments.slice(1).map((_, at) => segments.slice(0, at + 1).join("/"));
}
