import { noteTouch } from "../../features/clients/devices/device-touches.service.ts";
import type { TestApp } from "@wordloom/testing/service/build-test-app";
import { addDevice } from "@wordloom/testing/content/devices";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { createRecordingSink } from "@wordloom/testing/service/recording-sink";

type Columns = Readonly<Record<string, string | number | null>>;

/** Inserts a device with the given columns; its owner gets an account. */
export async function registerDevice(
  app: TestApp,
  id: string,
  columns: Columns = {},
): Promise<void> {
  await addDevice(app, id);
  if (Object.keys(columns).length === 0) return;
  const { user_id: owner } = columns;
  if (typeof owner === "string") await addPlainLearners(app.deps.database, [owner]);
  await app.deps.database.updateTable("devices").set(columns).where("id", "=", id).execute();
}

/** Opens a stream that names a device. */
export function openDeviceStream(
  app: TestApp,
  accountId: string,
  id: string,
  platform?: string,
): void {
  const device = { id, ...(platform !== undefined && { platform }) };
  const listener = { kind: "learner", sessionId: "s", accountId, device } as const;
  app.hub.open({ listener, maintenanceActive: false }).start(createRecordingSink());
}

/** Opens a stream of a learner that names no device. */
export function openPlainStream(app: TestApp, accountId: string): void {
  const listener = { kind: "learner", sessionId: "s", accountId } as const;
  app.hub.open({ listener, maintenanceActive: false }).start(createRecordingSink());
}

/** A request of u1 from a device that is not registered yet. */
export function touchDevice(app: TestApp, deviceId: string): void {
  const silent = { appVersion: null, fingerprint: null, fingerprintCoarse: null };
  const said = { deviceId, userId: "u1", ip: "192.0.2.1", platform: "ios" };
  noteTouch(app.deps, { ...said, ...silent });
}

/** Telemetry of u1 on a device. */
export async function addReport({ deps, clock }: TestApp, deviceId: string): Promise<void> {
  const none = { request_id: null, session_duration_secs: null, actions_per_min: null };
  const nothing = { error_count: null, avg_response_ms: null, current_route: null };
  await deps.database
    .insertInto("telemetry_reports")
    .values({
      id: `report of ${deviceId}`,
      device_id: deviceId,
      user_id: "u1",
      click_count: null,
      event_type: "periodic",
      client_at_ms: clock.nowMs(),
      server_at_ms: clock.nowMs(),
      ...none,
      ...nothing,
      device_json: null,
      behavior_json: null,
      feature_usage_json: null,
    })
    .execute();
}

/** The phone in lists at the start of a test. */
export const shownPhone = {
  deviceId: "d1",
  platform: "ios",
  userId: "u1",
  appVersion: "1.2.3",
  model: "iPhone 17",
  country: null,
  firstSeenAt: "2026-05-01T12:00:00.000Z",
  isBanned: false,
  lastSeenAt: "2026-05-01T12:00:00.000Z",
};

/** The columns of a learner's phone. */
export const phone = { user_id: "u1", platform: "ios", app_version: "1.2.3", model: "iPhone 17" };

/** The columns of a risk flag caused by the ban of another device. */
export const flag = (relatedDevice: string, atMs: number): Columns => ({
  risk_reason: "same_owner",
  risk_related_device: relatedDevice,
  risk_flagged_at_ms: atMs,
});
