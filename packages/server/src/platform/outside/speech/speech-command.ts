import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { homedir } from "node:os";
import type { Deps } from "../../../deps.ts";
import { voicesIn } from "../../settings/setting-types.ts";
import {
  bestTag,
  readSound,
  requireSound,
  SLOW_SPEED,
  SPEECH_MAX_MS,
  type SpeechEngine,
  type SpeechOrder,
} from "./speech-engine.ts";
import { knownProgram } from "./known-program.ts";
import { SpeechError } from "./speech-error.ts";

const AT_ONCE = 2;
const DETAIL_MAX_LENGTH = 500;

/** Where a program without a path is looked for. */
const SEARCHED = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin";

/**
 * Limits the memory and becomes the program. The shell sees the program and its arguments as
 * values only, never as text to interpret. Where the limit is unknown, as on macOS, there is none.
 */
const LIMITED = 'ulimit -v "$0" 2>/dev/null; exec "$@"';

/**
 * The program in TTS_COMMAND; undefined if there is none.
 *
 * @param maxMs  time limit for a recording
 */
export function speechCommand(
  { settings }: Pick<Deps, "settings">,
  maxMs = SPEECH_MAX_MS,
): SpeechEngine | undefined {
  const { TTS_COMMAND, TTS_COMMAND_LANGUAGES: languages, TTS_COMMAND_MEMORY_MB } = settings;
  const words = (TTS_COMMAND ?? "").split(" ").filter((word) => word !== "");
  if (words.length === 0) return undefined;
  // The voices belong to the speech service, if there is one.
  const named = settings.TTS_API_URL === undefined ? voicesIn(settings.TTS_VOICES) : undefined;
  const voices = named ?? new Map<string, string>();
  const known = knownProgram(words[0] ?? "", SEARCHED);
  return {
    name: "command",
    version: `${words.join(" ")} ${settings.TTS_VOICES}`,
    atOnce: AT_ONCE,
    languages,
    takesOthers: languages.length === 0,
    reads: known.reads,
    voiceFor(language) {
      if (!known.has(language)) return undefined;
      const tag = languages.length === 0 ? language : bestTag(languages, language);
      if (tag === undefined) return undefined;
      return voices.get(bestTag([...voices.keys()], tag) ?? "*") ?? tag;
    },
    async speak(order) {
      const parts = words.map((word) => filledIn(word, order));
      return requireSound(await run(parts, order, { memoryMb: TTS_COMMAND_MEMORY_MB, maxMs }));
    },
  };
}

function filledIn(word: string, { language, voice, isSlow }: SpeechOrder): string {
  return word
    .replaceAll("{language}", language)
    .replaceAll("{voice}", voice)
    .replaceAll("{speed}", speedOf(isSlow));
}

function speedOf(isSlow: boolean): string {
  return String(isSlow ? SLOW_SPEED : 1);
}

interface Limits {
  readonly memoryMb: number;
  readonly maxMs: number;
}

async function run(
  parts: readonly string[],
  order: SpeechOrder,
  { memoryMb, maxMs }: Limits,
): Promise<Buffer> {
  const child = start(parts, order, memoryMb);
  const ended = endOf(child);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    killAll(child);
  }, maxMs);
  try {
    // A program may end, or close its input, without reading the text.
    child.stdin.on("error", () => undefined);
    child.stdin.end(`${order.text}\n`);
    const sound = await readSound(child.stdout).catch(interrupted);
    const fault = await ended;
    if (isLate) throw new SpeechError("sound", "it took too long");
    if (fault !== undefined) throw fault;
    return sound;
  } finally {
    clearTimeout(timer);
    killAll(child);
  }
}

/** The environment has no secret of this service. */
function start(parts: readonly string[], order: SpeechOrder, memoryMb: number) {
  const [command = "", ...args] = parts;
  const env = {
    PATH: SEARCHED,
    HOME: homedir(),
    LANG: "C.UTF-8",
    SPEECH_LANGUAGE: order.language,
    SPEECH_VOICE: order.voice,
    SPEECH_SPEED: speedOf(order.isSlow),
  };
  // Its own group, so that programs which it starts end with it.
  const options = { env, detached: process.platform !== "win32", windowsHide: true };
  return process.platform === "win32"
    ? spawn(command, args, options)
    : spawn("/bin/sh", ["-c", LIMITED, String(memoryMb * 1024), command, ...args], options);
}

/** Resolves when the program has ended, with the fault if it failed. */
function endOf(child: ChildProcessWithoutNullStreams): Promise<SpeechError | undefined> {
  let told = "";
  child.stderr.on("data", (piece: Buffer) => {
    if (told.length < DETAIL_MAX_LENGTH) told += piece.toString("utf8");
  });
  return new Promise((resolve) => {
    child.on("error", () => resolve(new SpeechError("engine", "the program cannot be started")));
    child.on("close", (code) => {
      const detail = told.slice(0, DETAIL_MAX_LENGTH);
      if (code === 0) resolve(undefined);
      // What the shell reports for a program that is missing or must not be run.
      else if (code === 126 || code === 127) {
        resolve(new SpeechError("engine", "the program cannot be started", detail));
      } else
        resolve(new SpeechError("sound", `the program ended with ${code ?? "a signal"}`, detail));
    });
  });
}

/** The output closes early if the program could not be started. */
function interrupted(error: unknown): Buffer {
  if (error instanceof SpeechError) throw error;
  return Buffer.alloc(0);
}

function killAll({ pid }: ChildProcessWithoutNullStreams): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // All have ended.
  }
}
