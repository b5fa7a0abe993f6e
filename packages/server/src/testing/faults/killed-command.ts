import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "@wordloom/testing/service/until";

const MAIN = join(import.meta.dirname, "../../main.ts");
const RUN_MAX_MS = 120_000;

/** When to kill a command: this long after `seen` is true; never if the command ends first. */
export interface KillMoment {
  /** @param text  the command's output so far */
  readonly seen: (text: string) => boolean;
  readonly afterMs: number;
}

/** How a command ended. */
export interface CommandEnd {
  /** null: it was killed. */
  readonly status: number | null;
  /** Its output. */
  readonly text: string;
}

/** Runs the CLI in a process with these settings, and kills it with SIGKILL at the given moment. */
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
