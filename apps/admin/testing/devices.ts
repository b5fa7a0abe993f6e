import { createEventReader } from "@wordloom/web/service/event-reader";
import type { TestService } from "@wordloom/testing/service/web-service";

interface DeviceAbout {
  readonly id: string;
  readonly platform: string;
  readonly version: string;
  /** By which the service recognises a device that has taken another id. */
  readonly fingerprint?: string;
}

/** A learner's native app, as far as the service sees it. */
export interface NativeDevice {
  readonly learnerId: string;
  /** Sends a report, with the properties of the device. */
  readonly report: (of: object) => Promise<void>;
  /** Opens the event stream. @returns the next event of a type, and what closes the stream */
  readonly open: () => Promise<OpenStream>;
}

interface OpenStream {
  readonly next: (type: string) => Promise<Record<string, unknown>>;
  readonly close: () => void;
}

let owners = 0;

/** A new learner, signed in on a device that the service knows from then on. */
export async function newDevice(
  { url }: Pick<TestService, "url">,
  { id, platform, version, fingerprint }: DeviceAbout,
): Promise<NativeDevice> {
  const device = {
    ...{ "x-device-id": id, "x-device-platform": platform, "x-app-version": version },
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
    open: () => openStream(`${url}/api/realtime/events`, { ...device, ...headers }),
  };
}

async function openStream(
  address: string,
  headers: Readonly<Record<string, string>>,
): Promise<OpenStream> {
  const stop = new AbortController();
  const reply = await fetch(address, { headers, signal: stop.signal });
  const pieces = reply.body!.pipeThrough(new TextDecoderStream()).getReader();
  const read = createEventReader();
  return {
    async next(type) {
      for (;;) {
        const { done, value } = await pieces.read();
        if (done) throw new Error(`the stream ended before ${type}`);
        for (const { data } of read(value)) {
          const event = JSON.parse(data) as Record<string, unknown>;
          if (event["type"] === type) return event;
        }
      }
    },
    close: () => stop.abort(),
  };
}

/** A report of a device, with what every one has to say. */
export const reportOf = (eventType: string, payload: object = {}, requestId?: string) => ({
  ...{ eventType, requestId, clientTs: new Date().toISOString() },
  payload: {
    device: { model: "Pixel 9", timezone: "Europe/Berlin", osName: "Android 16" },
    ...payload,
  },
});
