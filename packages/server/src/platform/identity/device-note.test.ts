import { describe, expect, it } from "vitest";
import { deviceNoteOf } from "./device-note.ts";

const noteOf = (headers: Record<string, string>) =>
  deviceNoteOf({ header: (name) => headers[name] });
const labelOf = (agent: string) => noteOf({ "user-agent": agent }).label;

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("the label of a device", () => {
  it.each([
    ["Firefox, Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
    ["Chrome, Windows", `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`],
    ["Edge, Windows", `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/142.0 Safari/537 Edg/142.0`],
    ["Opera, Linux", `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/142.0 Safari/537 OPR/120`],
    ["Chrome, Android", `Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/142.0 Mobile Safari/5`],
    ["Samsung Internet, Android", `(Linux; Android 15) ${WEBKIT} SamsungBrowser/28 Chrome/130`],
    ["Safari, macOS", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1"],
    ["Safari, iOS", "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Safari/604.1"],
    ["Firefox, iOS", "Mozilla/5.0 (iPad; CPU OS 26_0 like Mac OS X) FxiOS/140.0 Safari/605.1"],
    ["Chrome, ChromeOS", `Mozilla/5.0 (X11; CrOS x86_64) ${WEBKIT} Chrome/142.0 Safari/537.36`],
    ["Wordloom, Android", "Wordloom-Android/1.2.3 (Linux; Android 15) okhttp/5"],
    ["Linux", "something (Linux)"],
  ])("is %s", (label, agent) => {
    expect(labelOf(agent)).toBe(label);
  });

  it.each(["", "curl/8.5.0", "<script>alert(1)</script>", "x".repeat(100_000)])(
    "is unknown for a program",
    (agent) => {
      expect(labelOf(agent)).toBeNull();
    },
  );
});

describe("the platform of a device", () => {
  it.each([
    ["web", "web"],
    [" Web ", "web"],
    ["a b", null],
    ["<b>", null],
    ["x".repeat(33), null],
    ["", null],
  ])("from %j is %j", (header, platform) => {
    expect(noteOf({ "x-device-platform": header }).platform).toBe(platform);
  });
});
