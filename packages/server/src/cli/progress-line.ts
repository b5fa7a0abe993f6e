import type { Output } from "./output.ts";

const WIDTH = 30;

/** Shows the progress of work. */
export interface Progress {
  at(done: number, total: number): void;
  /** Call before the next line is printed. */
  end(): void;
}

/** A bar on a terminal; elsewhere a line at each quarter, so that logs stay short. */
export function progressOf(
  title: string,
  output: Output,
  screen: Pick<NodeJS.WriteStream, "isTTY" | "write"> = process.stdout,
): Progress {
  let quarter = 0;
  let isShown = false;
  return {
    at(done, total) {
      const share = total === 0 ? 1 : Math.min(1, done / total);
      const percent = `${Math.floor(share * 100)} %`;
      if (screen.isTTY) {
        const bar = "#".repeat(Math.round(share * WIDTH)).padEnd(WIDTH, ".");
        screen.write(`\r${title} [${bar}] ${percent.padStart(5)}`);
        isShown = true;
      } else if (Math.floor(share * 4) > quarter) {
        quarter = Math.floor(share * 4);
        output.print(`${title}: ${percent}`);
      }
    },
    end() {
      if (isShown) screen.write("\n");
      isShown = false;
    },
  };
}
