import { startHealthy, type HealthyProcess } from "@wordloom/testing/process/healthy-process";
import { SERVER_MAIN } from "@wordloom/testing/process/server-process";

export interface RunningServer extends Pick<HealthyProcess, "url" | "stop" | "kill"> {
  /** Its log so far, from `warn` up: JSON, one entry per line. */
  readonly log: readonly string[];
}

/**
 * Starts the service as an operator would, with its data under `directory`. Without the web apps,
 * unless `API_ONLY` is `false`.
 */
export async function startServer(
  directory: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const all = {
    DATA_DIR: directory,
    LOG_LEVEL: "warn",
    WORDBOOK_CENTER_ALLOW_PRIVATE: "true",
    API_ONLY: "true",
    ...settings,
  };
  const log: string[] = [];
  const program = [process.execPath, SERVER_MAIN, "serve"];
  const server = await startHealthy(program, all, "/health/ready", (line) => log.push(line));
  return { ...server, log };
}
