import type { TestReply } from "@wordloom/testing/service/build-test-app";
import { addDevice, connectDevice } from "@wordloom/testing/content/devices";
import type { ScenarioApp } from "../app/scenarios.ts";

/** A script sent to one device of learner u1. */
export interface SentProbe {
  readonly batchId: string;
  readonly requestId: string;
}

const PATH = "/api/admin/probe";

/** Sends a script to devices of learner u1, by default as a super administrator. */
export async function sendProbe(
  app: ScenarioApp,
  deviceIds: readonly string[] = ["device-1"],
  admin?: { readonly headers: Readonly<Record<string, string>> },
): Promise<SentProbe[]> {
  const known = await app.deps.database.selectFrom("devices").select("id").execute();
  const ids = known.map(({ id }) => id);
  for (const id of deviceIds.filter((one) => !ids.includes(one))) {
    await addDevice(app, id, { owner: app.u1.id });
    if (!id.startsWith("offline")) connectDevice(app, app.u1, id);
  }
  const { headers } = admin ?? (await app.admin("super_admin"));
  const body = { targets: { deviceIds }, script: "return 1", timeoutMs: 1_000 };
  const { data } = (await app.send("POST", PATH, { body, headers })).body;
  const sent = data.dispatched as { requestId: string }[];
  return sent.map(({ requestId }) => ({ requestId, batchId: data.batchId }));
}

/** Sends the device's reply. */
export async function answerProbe(
  app: ScenarioApp,
  requestId: string,
  answer: object = {},
  deviceId = "device-1",
): Promise<TestReply> {
  const body = { requestId, status: "ok", resultJson: "1", durationMs: 5, ...answer };
  const headers = { ...app.u1.headers, "x-device-id": deviceId };
  return app.send("POST", "/api/probe/results", { body, headers });
}
