import type { TestService } from "@wordloom/testing/service/web-service";
import { addLearner } from "@wordloom/testing/content/accounts";
import { connectDevice } from "@wordloom/testing/content/devices";

/** A new learner's device with an open stream. */
export interface OnlineDevice {
  /** Everything that the service has sent to it. */
  readonly text: () => string;
  /** Sends the result of a probe. */
  readonly answer: (result: object) => Promise<void>;
  /** Reports activity in the app. */
  readonly report: (events: readonly ReportedEvent[]) => Promise<void>;
}

interface ReportedEvent {
  readonly name: string;
  readonly category: "behavior" | "error" | "perf";
  readonly props?: object;
  readonly daysAgo?: number;
}

const DAY_MS = 86_400_000;
let reported = 0;

export async function onlineDevice(
  { app, url }: Pick<TestService, "app" | "url">,
  id: string,
): Promise<OnlineDevice> {
  const owner = await addLearner(app.deps, `owner-of-${id}`);
  const headers = {
    "content-type": "application/json",
    "x-device-id": id,
    "x-device-platform": "ios",
    "x-app-version": "1.2.3",
    ...owner.headers,
  };
  const seen = app.deps.clock.nowMs();
  await app.deps.database
    .insertInto("devices")
    .values({
      id,
      user_id: owner.id,
      platform: "ios",
      first_seen_at_ms: seen,
      last_seen_at_ms: seen,
    })
    .execute();
  const sink = connectDevice(app, owner, id);
  const send = async (path: string, sent: object) => {
    const reply = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(sent) });
    if (!reply.ok) throw new Error(await reply.text());
  };
  return {
    text: sink.text,
    answer: (result) => send("/api/probe/results", { durationMs: 12, ...result }),
    report: (events) =>
      send("/api/telemetry/app-events", {
        events: events.map(({ daysAgo = 0, ...event }) => ({
          clientEventId: `event-${(reported += 1)}`,
          clientTsMs: app.deps.clock.nowMs() - daysAgo * DAY_MS,
          ...event,
        })),
      }),
  };
}
