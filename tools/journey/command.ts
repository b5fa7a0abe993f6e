import { execFile } from "node:child_process";
import { SERVER_MAIN } from "@wordloom/testing/process/server-process";

/** Runs `wordloom` with these settings, ignoring its exit status. @returns its output */
export function runCommand(
  settings: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<string[]> {
  const env = { ...process.env, ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [SERVER_MAIN, ...words], { env }, (_error, output) =>
      resolve(output.trim().split("\n")),
    );
  });
}
