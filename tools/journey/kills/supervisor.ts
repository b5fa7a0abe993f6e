import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { killAllIn } from "./processes-in.ts";

/** An installed release that is restarted whenever it ends. */
export interface Supervised {
  /** Number of starts. */
  starts(): number;
  /** Sends TERM to the main process, as systemd does. Resolves when it has ended. */
  stop(): Promise<void>;
  /** Kills it in any state. */
  kill(): void;
}

/**
 * Acts like systemd with `deploy/wordloom.service`: starts the launcher, and when that ends, kills
 * its remaining processes and starts it again, but without a delay.
 */
export function supervise(folder: string, env: NodeJS.ProcessEnv): Supervised {
  let [starts, isStopping] = [0, false];
  let launcher: ChildProcess;
  const ended = (async () => {
    while (!isStopping) {
      starts += 1;
      launcher = spawn(join(folder, "wordloom"), ["serve"], {
        env,
        stdio: ["ignore", "ignore", "inherit"],
      });
      await once(launcher, "exit");
      killAllIn(folder);
    }
  })();
  const end = (signal: NodeJS.Signals) => {
    isStopping = true;
    launcher.kill(signal);
  };
  return {
    starts: () => starts,
    stop() {
      end("SIGTERM");
      return ended;
    },
    kill() {
      end("SIGKILL");
      killAllIn(folder);
    },
  };
}
