import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { builtInVoice } from "./built-in-voice.ts";
import type { SpeechOrder } from "./speech-engine.ts";

const HEADER_BYTES = 44;
const BYTES_PER_SECOND = 2 * 16_000;
const ORDER: SpeechOrder = { text: "considerable", language: "en", voice: "slt", isSlow: false };

// The package as npm installs it.
describe("the built-in voice", () => {
  let app: TestApp;
  beforeAll(async () => void (app = await buildTestApp({ settings: { TTS_BUILT_IN: "true" } })));
  afterAll(async () => {
    await app.close();
    await closeCleanDatabase();
  });
  const speak = async (change: Partial<SpeechOrder> = {}) => {
    const sound = await builtInVoice(app.deps)?.speak({ ...ORDER, ...change });
    return sound?.bytes ?? Buffer.alloc(0);
  };

  it("speaks English and nothing else", () => {
    const voice = builtInVoice(app.deps);
    const voices = ["en", "en-GB", "de", "ja"].map((language) => voice?.voiceFor(language));
    expect(voices).toEqual(["slt", "slt", undefined, undefined]);
  });

  it("says a word in about a second, loud enough to be heard", async () => {
    const bytes = await speak();
    const seconds = (bytes.length - HEADER_BYTES) / BYTES_PER_SECOND;
    expect(seconds).toBeGreaterThan(0.5);
    expect(seconds).toBeLessThan(2.5);
    expect(loudnessOf(bytes)).toBeGreaterThan(500);
  });

  it("says the same for the same text, and something else for another", async () => {
    expect((await speak()).equals(await speak())).toBe(true);
    expect((await speak()).equals(await speak({ text: "inconsiderable" }))).toBe(false);
  });

  it("takes longer when it is slow", async () => {
    const [normal, slow] = [await speak(), await speak({ isSlow: true })];
    expect(slow.length / normal.length).toBeGreaterThan(1.25);
  });

  it("reads accents and curly quotes like plain letters", async () => {
    const [plain, typed] = [
      await speak({ text: "the cafe's" }),
      await speak({ text: "the café’s" }),
    ];
    expect(typed.equals(plain)).toBe(true);
  });

  it("takes what looks like its own arguments for text", async () => {
    const bytes = await speak({ text: "-o /etc/passwd --help" });
    expect(loudnessOf(bytes)).toBeGreaterThan(500);
  });

  it("fails on letters that it does not know, and goes on", async () => {
    const faults = await Promise.all(
      ["家", "🙂", "ё"].map((text) =>
        speak({ text }).then(
          () => "",
          (error: Error) => error.name,
        ),
      ),
    );
    for (const fault of faults) expect(["", "SpeechError"]).toContain(fault);
    expect((await speak()).length).toBeGreaterThan(HEADER_BYTES);
  });

  it("is off if the operator says so", () => {
    const settings = { ...app.deps.settings, TTS_BUILT_IN: false };
    expect(builtInVoice({ ...app.deps, settings })).toBeUndefined();
  });
});

/** The root mean square of 16-bit samples. */
function loudnessOf(wav: Buffer): number {
  let sum = 0;
  for (let at = HEADER_BYTES; at + 1 < wav.length; at += 2) sum += wav.readInt16LE(at) ** 2;
  return Math.sqrt((2 * sum) / Math.max(1, wav.length - HEADER_BYTES));
}
