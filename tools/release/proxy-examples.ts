import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "@wordloom/server/cli/web-app-sources";

/** An edit that the comments of an example ask for. */
const EDIT = /`([^`]+)`\s+in\s+place\s+of\s+`([^`]+)`/g;
/** Lines that count only with several processes. */
const SEVERAL = /(?<=^\s*# With several processes: .*\n)(?:\s*# .*\n){3}/m;

/** What the comments of an example offer. */
export interface ExampleParts {
  readonly underPath?: boolean;
  readonly severalProcesses?: boolean;
}

/** An example of `deploy/` without comments, changed only as its comments say. */
export function proxyExample(name: "Caddyfile" | "nginx.conf", parts: ExampleParts = {}): string {
  const text = readFileSync(join(ROOT, "deploy", name), "utf8");
  const comments = (text.match(/(?<=^\s*#).*$/gm) ?? []).join("");
  const edits = parts.underPath === true ? [...comments.matchAll(EDIT)] : [];
  const chosen = parts.severalProcesses === true ? text.replace(SEVERAL, uncommented) : text;
  const plain = chosen.replace(/^\s*#.*\n/gm, "");
  return edits.reduce((site, [, after = "", before = ""]) => site.replace(before, after), plain);
}

const uncommented = (lines: string) => lines.replaceAll("# ", "");
