import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "@wordloom/server/cli/web-app-sources";
import { ownPackages, textFile } from "../../release/own-packages.ts";
import type { ReleaseFile } from "../../release/release-archive.ts";
import { assembled, type ReleaseOrder } from "../../release/release-parts.ts";

/**
 * A release of a few megabytes, so that many can be installed: our own packages in full and the
 * launcher, but with this checkout's Node and packages, and no web apps. Needs `lendPackages`.
 */
export async function slimRelease(order: ReleaseOrder): Promise<ReleaseFile[]> {
  const node = `#!/bin/sh\nexec '${process.execPath}' "$@"\n`;
  return assembled(
    order,
    [textFile("bin/node", node, "0755"), ...ownPackages(order.root, order.tag.slice(1))],
    ["learner", "admin"].map((app) => textFile(`static/${app}/index.html`, order.tag)),
  );
}

/** Lets all releases below a folder find the packages of this checkout. */
export async function lendPackages(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
}
