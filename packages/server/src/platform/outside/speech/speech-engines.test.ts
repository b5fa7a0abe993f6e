import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  badVoices,
  openLocalVoice,
  toneOf,
  type LocalVoice,
} from "@wordloom/testing/neighbors/local-voice";
import { isRunning, writeScript } from "@wordloom/testing/process/programs";
import { testSettings } from "@wordloom/testing/service/test-settings";
import { until } from "@wordloom/testing/service/until";
import { speechApi } from "./speech-api.ts";
import { speechCommand } from "./speech-command.ts";
import { bestTag } from "./speech-engine.ts";

const ORDER = { text: "a word", language: "en", voice: "amy", isSlow: false };
/** Generous, because machines are busy; only tests of slowness wait for a shorter one. */
const BRIEF_MS = 300;

const faultOf = (work: Promise<unknown> | undefined) =>
  work?.then(
    () => undefined,
    (error: { fault: string }) => error.fault,
  );

describe("a speech service", () => {
  let voice: LocalVoice;
  beforeEach(async () => void (voice = await openLocalVoice()));
  afterEach(() => voice.close());

  const api = (more: Record<string, string> = {}, maxMs?: number) =>
    speechApi({ settings: testSettings({ ...voice.settings, ...more }) }, maxMs);

  it("gets a request of the protocol, with the key", async () => {
    const sound = await api({ TTS_API_KEY: "key-1" })?.speak({ ...ORDER, isSlow: true });
    expect(sound).toEqual({ type: "audio/wav", bytes: toneOf() });
    expect(voice.keys).toEqual(["Bearer key-1"]);
    const asked = { model: "small", input: "a word", voice: "amy", response_format: "mp3" };
    expect(voice.asked).toEqual([{ ...asked, speed: 0.7 }]);
  });

  it("has the voices that the operator lists, and one for all others if there is one", () => {
    const voicesOf = (one: ReturnType<typeof api>) =>
      ["en", "en-GB", "en-AU", "de-AT", "ja"].map((language) => one?.voiceFor(language));
    expect(voicesOf(api())).toEqual(["amy", "alan", "amy", "anna", undefined]);
    const all = api({ TTS_VOICES: '{"en-GB":"alan","*":"nova"}' });
    expect(voicesOf(all)).toEqual(["alan", "alan", "alan", "nova", "nova"]);
  });

  for (const [name, behavior] of Object.entries(badVoices)) {
    it(`that ${name} has failed`, async () => {
      voice.behave(behavior);
      expect(await faultOf(api()?.speak(ORDER))).toMatch(/^(engine|sound)$/);
    });
  }

  it("that never ends its recording has failed when its time is over", async () => {
    voice.behave((response) => {
      response.write(toneOf());
      const timer = setInterval(() => response.write(Buffer.alloc(100)), 20);
      response.on("close", () => clearInterval(timer));
    });
    expect(await faultOf(api({}, BRIEF_MS)?.speak(ORDER))).toBe("sound");
    voice.behave(() => undefined);
    expect(await faultOf(api({}, BRIEF_MS)?.speak(ORDER))).toBe("sound");
  });

  it("that is not there has failed, and its key stays out of the message", async () => {
    const gone = api({ TTS_API_URL: "http://127.0.0.1:1/v1", TTS_API_KEY: "key-1" });
    const error = await gone?.speak(ORDER).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ fault: "engine", message: "no connection" });
  });
});

describe("a program that speaks", () => {
  let folder: string;
  let script: string;
  const written = (name: string) => readFileSync(`${script}.${name}`, "utf8");
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "wordloom-voice-"));
    script = join(folder, "speak");
    writeFileSync(join(folder, "tone.wav"), toneOf());
    const lines = [
      "#!/bin/sh",
      'env > "$0.env"; cat > "$0.in"; printf "%s|" "$@" > "$0.args"',
      `cat ${join(folder, "tone.wav")}`,
    ];
    writeScript(script, lines.join("\n"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const command = (TTS_COMMAND: string, more: Record<string, string> = {}, maxMs?: number) =>
    speechCommand({ settings: testSettings({ TTS_COMMAND, ...more }) }, maxMs);

  it("gets the text on its input, and language, voice and speed where they are named", async () => {
    const speak = command(`${script}  -l {language} --voice={voice} {speed} $(id) ;`);
    const order = { text: "$(id) `id` -x", language: "de", voice: "a b", isSlow: true };
    expect(await speak?.speak(order)).toEqual({ type: "audio/wav", bytes: toneOf() });
    expect(written("in")).toBe("$(id) `id` -x\n");
    expect(written("args")).toBe("-l|de|--voice=a b|0.7|$(id)|;|");
    expect(written("env")).toContain("SPEECH_LANGUAGE=de\n");
  });

  it("sees no secret of the service", async () => {
    await command(script, { TTS_API_KEY: "a-key" })?.speak(ORDER);
    const names = written("env").match(/^\w+(?==)/gm) ?? [];
    const expected = ["HOME", "LANG", "OLDPWD", "PATH", "PWD", "SHLVL", "_"];
    const known = (name: string) => expected.includes(name) || name.startsWith("SPEECH_");
    expect(names.filter((name) => !known(name))).toEqual([]);
  });

  it("is asked for all languages, or those listed", () => {
    expect(command(script)?.voiceFor("ja")).toBe("ja");
    const listed = command(script, { TTS_COMMAND_LANGUAGES: "de, pt-BR" });
    const voices = ["de-AT", "pt", "en"].map((language) => listed?.voiceFor(language));
    expect(voices).toEqual(["de", "pt-BR", undefined]);
  });

  it("is not asked for what eSpeak NG is known to say wrong", () => {
    const espeak = (version: string) => {
      const path = join(folder, "espeak-ng");
      writeScript(path, `#!/bin/sh\necho "eSpeak NG text-to-speech: ${version}  Data at: /x"\n`);
      return command(`${path} --stdout -v {language}`);
    };
    const spoken = (version: string) =>
      ["zh-Hans", "yue", "ja", "de"].filter((one) => espeak(version)?.voiceFor(one) !== undefined);
    expect(spoken("1.51")).toEqual(["ja", "de"]);
    for (const version of ["1.52.0", "2.0"])
      expect(spoken(version)).toEqual(["zh-Hans", "yue", "ja", "de"]);
    const read = [espeak("1.52"), command(script)].map((one) =>
      ["猫だ。", "ねこだ。"].map((text) => one?.reads(text, "ja")),
    );
    expect(read).toEqual([
      [false, true],
      [true, true],
    ]);
    expect(espeak("1.52")?.reads("猫", "zh")).toBe(true);
    expect(command("espeak-ng-that-is-missing")?.voiceFor("zh")).toBe("zh");
  });

  it("has true sizes in what it wrote to a pipe", async () => {
    const endless = toneOf();
    endless.writeUInt32LE(0x7fff_f024, 4);
    endless.writeUInt32LE(0x7fff_f000, 40);
    writeFileSync(join(folder, "endless.wav"), endless);
    const sound = await command(`cat ${join(folder, "endless.wav")}`)?.speak(ORDER);
    expect(sound?.bytes).toEqual(toneOf());
  });

  const bad = {
    "is missing": ["/no/such/program", "engine"],
    fails: ["false", "sound"],
    "writes nothing": ["true", "sound"],
    "writes text": ["env", "sound"],
    "writes without end": ["cat /dev/zero", "sound"],
    "needs more memory than it may have": ["dd if=/dev/zero bs=300M count=1", "sound"],
  } as const;
  for (const [name, [line, fault]] of Object.entries(bad)) {
    it(`that ${name} has failed`, async () => {
      const speaking = command(line, { TTS_COMMAND_MEMORY_MB: "128" })?.speak(ORDER);
      expect(await faultOf(speaking)).toBe(fault);
    });
  }

  it("that does not end is ended, with what it started", async () => {
    const pidFile = join(folder, "pid");
    const slow = join(folder, "slow");
    writeScript(slow, `#!/bin/sh\nsleep 300 &\necho $! > ${pidFile}\nwait\n`);
    // The time limit is over only once the program has started another one.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const fault = faultOf(command(slow, {}, BRIEF_MS)?.speak(ORDER));
      await until(() => existsSync(pidFile) && readFileSync(pidFile, "utf8").endsWith("\n"));
      const pid = Number(readFileSync(pidFile, "utf8"));
      expect(isRunning(pid)).toBe(process.platform === "linux");
      vi.advanceTimersByTime(BRIEF_MS);
      expect(await fault).toBe("sound");
      await expect.poll(() => isRunning(pid)).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("the best voice of a list", () => {
  it("is the closest: the tag, its language, then any region of it", () => {
    expect(bestTag(["zh", "zh-Hant"], "zh-Hant-TW")).toBe("zh-Hant");
    expect(bestTag(["zh", "zh-Hant"], "zh-Hans")).toBe("zh");
    expect(bestTag(["en-GB", "de"], "en")).toBe("en-GB");
    expect(bestTag(["de"], "en")).toBeUndefined();
  });
});
