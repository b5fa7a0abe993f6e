import type { ScenarioApp } from "../app/scenarios.ts";
import { dictionariesWorker } from "../../features/library/dictionaries/dictionaries.worker.ts";

/** Does what the dictionaries wait for. */
export const readAll = ({ deps }: Pick<ScenarioApp, "deps">) =>
  dictionariesWorker.run(deps, new AbortController().signal);

/** Sends a dictionary as an administrator, and has it read. @returns its id */
export async function sendDictionary(
  app: Pick<ScenarioApp, "admin" | "deps" | "send">,
  content: string | Uint8Array,
  name = "sample.zip",
  { isRead = true, query = "" } = {},
): Promise<string> {
  const { headers } = await app.admin("admin");
  const reply = await app.send("POST", `/api/admin/dictionaries?name=${name}${query}`, {
    body: Buffer.from(content),
    headers: { ...headers, "content-type": "application/octet-stream" },
  });
  if (isRead) await readAll(app);
  return reply.body.data.id as string;
}
