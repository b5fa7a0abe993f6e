import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { memoryFolder } from "../service/memory-folder.ts";

/** A checkout with the sources of one small web app and the package it uses. */
export interface WebAppCheckout {
  readonly root: string;
  /** Writes a file; the path is relative to the checkout. */
  put(path: string, content: string): void;
  remove(): void;
}

const PAGE = `<!doctype html>
<base href="%BASE_PATH%/">
<script type="module" src="/main.ts"></script>
`;

export function makeWebAppCheckout(): WebAppCheckout {
  const root = mkdtempSync(join(memoryFolder(), "wordloom-checkout-"));
  const put = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const dependencies = { "@wordloom/ui": "1.0.0", react: "1.0.0", vite: "1.0.0" };
  put("apps/learner/package.json", JSON.stringify({ dependencies }));
  put("apps/learner/index.html", PAGE);
  put("apps/learner/main.ts", 'import { ink } from "../../packages/ui/ink.ts";\nalert(ink);\n');
  put("apps/learner/public/sw.js", `// ${"keeps files ".repeat(200)}`);
  put("apps/learner/public/icon.svg", "<svg/>");
  put("packages/ui/package.json", JSON.stringify({ dependencies: { "@wordloom/paper": "1.0.0" } }));
  put("packages/ui/ink.ts", 'export const ink: string = "ink";\n');
  put("packages/paper/package.json", "{}");
  put("packages/paper/paper.ts", "export {};\n");
  return { root, put, remove: () => rmSync(root, { recursive: true, force: true }) };
}
