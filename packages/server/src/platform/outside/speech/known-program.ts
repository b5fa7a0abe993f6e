import { spawnSync } from "node:child_process";
import { basename } from "node:path";
import { isOfLanguage } from "@wordloom/language";

/** What is known about a program that speaks, because it does not say so itself. */
interface KnownProgram {
  /** Whether it may have a language. */
  has(language: string): boolean;
  /** Whether it knows the letters of a text. */
  reads(text: string, language: string): boolean;
}

const ANY: KnownProgram = { has: () => true, reads: () => true };

const CHINESE = ["zh", "cmn", "yue"];
/** Earlier ones say the digits of tones in English, as in the distributions of 2022 to 2024. */
const ESPEAK_CHINESE = [1, 52] as const;
const VERSION_MAX_MS = 2_000;

/**
 * Languages and texts that eSpeak NG accepts and says wrong: it calls each Han character of a
 * Japanese text "Chinese letter".
 *
 * @param command  a program, with or without a path
 * @param searched  folders in which a program without a path is looked for
 */
export function knownProgram(command: string, searched: string): KnownProgram {
  if (!["espeak-ng", "espeak"].includes(basename(command))) return ANY;
  const speaksChinese = isChineseSpoken(command, searched);
  return {
    has: (language) => speaksChinese || !CHINESE.some((one) => isOfLanguage(language, one)),
    reads: (text, language) => !isOfLanguage(language, "ja") || !/\p{Script=Han}/u.test(text),
  };
}

/** Asks the program, once: it answers within some milliseconds. */
function isChineseSpoken(command: string, searched: string): boolean {
  const { stdout } = spawnSync(command, ["--version"], {
    env: { PATH: searched },
    encoding: "utf8",
    timeout: VERSION_MAX_MS,
    // Others can be ignored, and the service would wait for ever.
    killSignal: "SIGKILL",
  });
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(stdout ?? "") ?? [];
  const [wantedMajor, wantedMinor] = ESPEAK_CHINESE;
  const isLater = Number(major) > wantedMajor;
  return isLater || (Number(major) === wantedMajor && Number(minor) >= wantedMinor);
}
