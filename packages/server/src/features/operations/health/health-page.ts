import { createHash } from "node:crypto";
import type { Health } from "@wordloom/contract";

const HEADINGS = {
  ok: "All is well",
  degraded: "Degraded",
  down: "Not working",
} as const satisfies Record<Health["status"], string>;

const STYLE = `
  :root { color-scheme: light dark; --ok: #1a7f4b; --degraded: #a86200; --down: #c0262d; }
  @media (prefers-color-scheme: dark) {
    :root { --ok: #4cc38a; --degraded: #f1a10d; --down: #ff6369; }
  }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center;
    font: 16px/1.5 system-ui, sans-serif; background: light-dark(#f4f5f7, #14161a); }
  main { width: min(26rem, 88vw); padding: 2rem; border-radius: 1rem;
    background: light-dark(#fff, #1d2026); box-shadow: 0 1px 3px #0003, 0 8px 32px #0001; }
  h1 { margin: 0 0 1.25rem; font-size: 1.4rem; display: flex; align-items: center; gap: .75rem; }
  h1::before { content: ""; width: .9rem; height: .9rem; border-radius: 50%;
    background: currentColor; box-shadow: 0 0 0 .3rem color-mix(in srgb, currentColor 20%, #0000); }
  .ok h1 { color: var(--ok); } .degraded h1 { color: var(--degraded); }
  .down h1 { color: var(--down); }
  dl { margin: 0; display: grid; grid-template-columns: auto 1fr; gap: .4rem 1.5rem; }
  dt { opacity: .65; } dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
  ul { margin: 1.25rem 0 0; padding: .75rem 1rem .75rem 2rem; border-radius: .5rem;
    background: light-dark(#f4f5f7, #14161a); }
`;

/** Allows this page's own style and nothing else. */
export const PAGE_POLICY =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; " +
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;

/** Health as a web page without scripts that reloads every 15 s. */
export function healthPage(health: Health): string {
  const facts = [
    ["Version", health.version],
    ["Up for", formatDuration(health.uptime_seconds)],
    ["Failed requests, 5 min", `${(health.error_rate * 100).toFixed(2)} %`],
  ] as const;
  const reasons = (health.reasons ?? []).map((reason) => `<li>${escapeHtml(reason)}</li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="15">
<title>${HEADINGS[health.status]} · Wordloom</title>
<style>${STYLE}</style>
</head>
<body>
<main class="${health.status}">
<h1>${HEADINGS[health.status]}</h1>
<dl>
${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join("\n")}
</dl>
${reasons.length === 0 ? "" : `<ul>${reasons.join("")}</ul>`}
</main>
</body>
</html>
`;
}

/** `3 d 4 h`, `2 h 5 min`, `40 s`: the largest unit that is not zero, and the next if not zero. */
export function formatDuration(seconds: number): string {
  const units = [
    [Math.floor(seconds / 86_400), "d"],
    [Math.floor(seconds / 3_600) % 24, "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ] as const;
  const first = units.findIndex(([count]) => count > 0);
  if (first === -1) return "0 s";
  const largest = units.slice(first, first + 2).filter(([count]) => count > 0);
  return largest.map(([count, unit]) => `${count} ${unit}`).join(" ");
}

function escapeHtml(text: string): string {
  const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
  return text.replace(/[&<>]/g, (character) => names[character] ?? character);
}
