import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { healthPage, formatDuration, PAGE_POLICY } from "./health-page.ts";

const health = { version: "v1.2.3", uptime_seconds: 93_784, error_rate: 0.0123 };

describe("healthPage", () => {
  it("shows the same facts as the JSON", () => {
    const page = healthPage({ status: "degraded", ...health, reasons: ["Late: <a & b>."] });
    expect(page).toContain("<h1>Degraded</h1>");
    expect(page).toContain("<dd>v1.2.3</dd>");
    expect(page).toContain("<dd>1 d 2 h</dd>");
    expect(page).toContain("<dd>1.23 %</dd>");
    expect(page).toContain("<li>Late: &lt;a &amp; b&gt;.</li>");
  });

  it("has no script, and only the style that the policy allows", () => {
    const page = healthPage({ status: "ok", ...health });
    const [, style = ""] = /<style>(.*)<\/style>/s.exec(page) ?? [];
    expect(PAGE_POLICY).toContain(createHash("sha256").update(style).digest("base64"));
    expect(page).not.toMatch(/<script|style="| on[a-z]+=/);
  });
});

describe("formatDuration", () => {
  it.each([
    [0, "0 s"],
    [40, "40 s"],
    [60, "1 min"],
    [7_500, "2 h 5 min"],
    [86_400, "1 d"],
    [86_460, "1 d"],
  ])("formats %d s as %s", (seconds, expected) => {
    expect(formatDuration(seconds)).toBe(expected);
  });
});
