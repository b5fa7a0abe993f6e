import { readFileSync } from "node:fs";
import { join } from "node:path";
import { closeBrowser, openBrowser } from "@wordloom/testing/browser/browser";

// Draws the icon for systems that do not support SVG: `npm run -w @wordloom/learner icons`.
const folder = join(import.meta.dirname, "../public");
const svg = readFileSync(
  join(import.meta.dirname, "../../../packages/web/public/icon.svg"),
  "utf8",
);

const browser = await openBrowser();
for (const size of [180, 192, 512]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const source = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await page.setContent(`<img src="${source}" style="position:fixed;inset:0;width:100vw">`);
  await page.screenshot({ path: join(folder, `icon-${size}.png`), omitBackground: true });
  await page.close();
}
await closeBrowser();
