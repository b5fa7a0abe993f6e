import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "@wordloom/testing/service/until";

const MAIN = join(import.meta.dirname, "../../main.ts");
const RUN_MAX_MS = 120_000;

/** When a command is killed: so long after this was seen. Not at all if it ends before. */
export interface KillMoment {
  /** @param text  what the command has written */
  readonly seen: (text: string) => boolean;
  readonly afterMs: number;
}

/** How a command has ended. */
export interface CommandEnd {
  /** null: it was killed. */
  readonly status: number | null;
  /** What it has written. */
  readonly text: string;
}

/** Runs the command line in a process with these settings, and kills it with SIGKILL if told to. */
export async function runProcess(
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
  moment?: KillMoment,
): Promise<CommandEnd> {
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: settings,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding("utf8").on("data", (some: string) => void (text += some));
  }
  const closed = once(child, "close");
  if (moment !== undefined) {
    const hasEnded = () => child.exitCode !== null;
    await until(() => hasEnded() || moment.seen(text), RUN_MAX_MS);
    await Promise.race([pause(moment.afterMs), closed]);
    child.kill("SIGKILL");
  }
  await closed;
  return { status: child.exitCode, text };
}
