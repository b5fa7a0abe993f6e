import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/**
 * A shell script that starts a server, waits for our end of its input to close, and clears up. The
 * end closes when the tests are done, interrupted or killed alike, so no server outlives them.
 *
 * Its arguments: the folder that goes with the server, then the server's own command.
 *
 * @param signal  what ends the server
 */
export function keeperScript(signal: "KILL" | "QUIT"): string {
  return `
  folder="$1"; shift
  "$@" & server=$!
  cat > /dev/null
  kill -${signal} $server; wait $server
  rm -rf "$folder"
`;
}

/** Closes our end, and returns when server and keeper are gone. */
export async function endOf(keeper: ChildProcess): Promise<void> {
  if (keeper.exitCode !== null) return;
  const gone = once(keeper, "exit");
  keeper.stdin?.end();
  await gone;
}
