import { mkdir } from "node:fs/promises";
import path from "node:path";
import { newPage } from "../testing/gallery-pages.ts";
import { closeBrowser } from "@wordloom/testing/browser/browser";
import { serveGallery } from "../testing/gallery-server.ts";

/**
 * Photographs the gallery in three sizes and both themes: `npm run -w @wordloom/ui photograph`. The
 * argument is the folder, by default node_modules/.cache/gallery.
 */
const folder = path.resolve(process.argv[2] ?? "node_modules/.cache/gallery");
const sizes = [
  { name: "phone", width: 390, height: 844, touch: true },
  { name: "tablet", width: 820, height: 1180, touch: true },
  { name: "desk", width: 1440, height: 900, touch: false },
];

await mkdir(folder, { recursive: true });
const { url, close } = await serveGallery();
for (const theme of ["light", "dark"] as const) {
  for (const { name, ...size } of sizes) {
    const page = await newPage(url, { ...size, theme });
    await page.goto(url, { waitUntil: "load" });
    await page.evaluate(() => document.fonts.ready);
    const file = path.join(folder, `gallery-${name}-${theme}.png`);
    await page.screenshot({ path: file, fullPage: true });
    process.stdout.write(`${file}\n`);
    await page.context().close();
  }
}
await closeBrowser();
await close();
