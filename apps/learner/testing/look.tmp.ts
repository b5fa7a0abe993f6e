import { openService } from "./service.ts";
import { openContext, openPage, closeBrowser, axe } from "./browser.ts";

const service = await openService();
const only = process.argv[2];
async function learner(view: any, settings: any = {}, words = 8) {
  const context = await openContext(service.url, view);
  await context.addInitScript((s) => { if (!localStorage.getItem("wordloom.settings")) localStorage.setItem("wordloom.settings", JSON.stringify(s)); }, settings);
  const { page, faults } = await openPage(context);
  await page.goto("/welcome");
  const email = `a${Math.random().toString(36).slice(2)}@example.org`;
  await page.evaluate(async ({ email, words }) => {
    const post = async (path: string, method: string, body?: unknown, token?: string) => {
      const r = await fetch(path, { method, headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) }, ...(body ? { body: JSON.stringify(body) } : {}) });
      const j = await r.json(); if (!r.ok) throw new Error(path + JSON.stringify(j)); return j.data;
    };
    const { accessToken } = await post("/api/auth/register", "POST", { email, username: email.split("@")[0], password: "Reading-room-42" });
    let books = []; for (let i = 0; i < 100 && !books.length; i++) { books = await post("/api/wordbooks/system", "GET", undefined, accessToken); if (!books.length) await new Promise((r) => setTimeout(r, 200)); }
    await post("/api/study-config", "PUT", { selectedWordbookIds: [books[0].id], dailyWordCount: words }, accessToken);
  }, { email, words });
  await page.goto("/sign-in");
  await page.fill("input[name=email]", email);
  await page.fill("input[name=password]", "Reading-room-42");
  await page.click("button[type=submit]");
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/study");
  return { context, page, faults };
}
const shots = "/tmp/w3";
const views: [string, any][] = [
  ["phone-light-en", { width: 390, height: 844, touch: true }],
  ["desk-dark-zh", { width: 1440, height: 900, theme: "dark", locale: "zh-CN" }],
  ["desk-light-en", { width: 1440, height: 900 }],
  ["phone-dark-de", { width: 390, height: 844, touch: true, theme: "dark", locale: "de-DE" }],
];
const kinds = (...on: string[]) => ({ kinds: Object.fromEntries(["word-to-meaning", "meaning-to-word", "recall", "spelling", "listening", "dictation"].map((k) => [k, on.includes(k)])) });
for (const [name, view] of views) {
  if (only && !name.includes(only)) continue;
  const { page, faults, context } = await learner(view, kinds("word-to-meaning"));
  try {
    const shot = (s: string) => page.screenshot({ path: `${shots}/${name}-${s}.png` });
    const check = async (s: string) => { const v = await axe(page); if (v.length) console.log(name, s, JSON.stringify(v).slice(0, 600)); };
    await page.locator("h1").first().waitFor();
    await shot("1-intro"); await check("intro");
    for (let i = 0; i < 12; i++) {
      const option = page.locator("ol button:enabled");
      if (await option.count()) break;
      await page.keyboard.press("Space");
      await page.waitForFunction(() => true);
      await page.waitForTimeout(60);
    }
    await shot("2-question"); await check("question");
    const right = await page.locator("ol button").count();
    console.log(name, "options", right);
    await page.keyboard.press("1"); await page.locator("ol button:disabled").first().waitFor();
    await shot("3-feedback"); await check("feedback");
    await page.keyboard.press("z"); await page.locator("ol button:enabled").first().waitFor();
    await page.keyboard.press("?"); await page.locator("dialog").waitFor(); await shot("4-keys"); await check("keys"); await page.keyboard.press("Escape");
    for (let i = 0; i < 90 && !page.url().includes("done"); i++) {
      const t = i % 4 === 0 ? "2" : "3";
      if (await page.locator("ol button:enabled").count()) await page.keyboard.press(t); else await page.keyboard.press("Space");
      await page.waitForTimeout(60);
    }
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${shots}/${name}-5-done.png`, fullPage: true }); await check("done");
    console.log(name, page.url(), faults);
  } catch (e) { console.log(name, String(e).slice(0, 400), faults, page.url()); await page.screenshot({ path: `${shots}/${name}-fail.png` }); }
  await context.close();
}
await closeBrowser(); await service.close(); process.exit(0);
