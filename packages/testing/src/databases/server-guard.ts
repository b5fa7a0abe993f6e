import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/**
 * A shell script that starts a server, waits for the end of its standard input, and cleans up. The
 * input ends when the tests finish, are interrupted or killed, so no server outlives them, not even
 * one that they have frozen.
 *
 * Its arguments: the server's folder, which is removed at the end, then the server command.
 *
 * @param signal  the signal that stops the server
 */
export function guardScript(signal: "KILL" | "QUIT"): string {
  return `
  folder="$1"; shift
  "$@" & server=$!
  cat > /dev/null
  kill -${signal} $server; kill -CONT $server; wait $server
  rm -rf "$folder"
`;
}

/** Closes the script's input, and resolves when server and script have exited. */
export async function endGuard(keeper: ChildProcess): Promise<void> {
  if (keeper.exitCode !== null) return;
  const gone = once(keeper, "exit");
  keeper.stdin?.end();
  await gone;
}
