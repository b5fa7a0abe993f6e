import { startHealthy, type HealthyProcess } from "@wordloom/testing/process/healthy-process";
import { SERVER_MAIN } from "@wordloom/testing/process/server-process";

export type RunningServer = Pick<HealthyProcess, "url" | "stop" | "kill">;

/**
 * Starts the service as an operator would, with its data under `directory`. Without the web apps,
 * unless `API_ONLY` is `false`.
 */
export function startServer(
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
  return startHealthy([process.execPath, SERVER_MAIN, "serve"], all, "/health/ready");
}
