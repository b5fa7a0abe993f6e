import type { TestService } from "@wordloom/testing/service/web-service";
import { listenTo, type EventStream } from "@wordloom/testing/stream/event-stream";

interface DeviceAbout {
  readonly id: string;
  readonly platform: string;
  readonly version: string;
  /** Identifies a device that has changed its id. */
  readonly fingerprint?: string;
}

/** A learner's native app, as the service sees it. */
export interface NativeDevice {
  readonly learnerId: string;
  /** Sends a report, with the properties of the device. */
  readonly report: (of: object) => Promise<void>;
  /** Opens the event stream. */
  readonly open: () => Promise<EventStream>;
}

let owners = 0;

/** A new learner, signed in on a new device. */
export async function newDevice(
  { url }: Pick<TestService, "url">,
  { id, platform, version, fingerprint }: DeviceAbout,
): Promise<NativeDevice> {
  const device = {
    "x-device-id": id,
    "x-device-platform": platform,
    "x-app-version": version,
    ...(fingerprint !== undefined && { "x-device-fingerprint": fingerprint }),
  };
  const send = async (path: string, headers: object, body?: object) => {
    const reply = await fetch(url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json", ...device, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
    return ((await reply.json()) as { data: never }).data;
  };
  owners += 1;
  const account = { email: `owner${owners}@example.org`, username: `Owner ${owners}` };
  const signedIn = await send(
    "/api/auth/register",
    {},
    { ...account, password: "Device-owner-42" },
  );
  const { accessToken, user } = signedIn as { accessToken: string; user: { id: string } };
  const headers = { authorization: `Bearer ${accessToken}` };
  await send("/api/users/me", headers);
  return {
    learnerId: user.id,
    report: async (of) => void (await send("/api/telemetry", headers, of)),
    open: () => listenTo(url, { token: accessToken, headers: device }),
  };
}

/** A report of a device, with the required fields. */
export const reportOf = (eventType: string, payload: object = {}, requestId?: string) => ({
  eventType,
  requestId,
  clientTs: new Date().toISOString(),
  payload: {
    device: { model: "Pixel 9", timezone: "Europe/Berlin", osName: "Android 16" },
    ...payload,
  },
});
