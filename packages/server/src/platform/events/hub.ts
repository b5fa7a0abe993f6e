import type { PushedEvent } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import { refuse } from "../app-error.ts";
import type { Every } from "../every.ts";
import type { LiveBody } from "../http/route.ts";
import { createConnection, type Connection, type Listener, type Sink } from "./sse-connection.ts";
import type { Events } from "./events.ts";
import { heardBy, hears, mayTell, noteBan } from "./audience.ts";
import { devicesBehind, type LiveDevice } from "./presence.ts";
import { createRing, type Reach, type Ring } from "./ring.ts";
import { createLocalSigns, type SignsOfLife } from "./signs-of-life.ts";
import { formatEvent, RETRY_LINE } from "./sse-format.ts";
import { closeEnded, createHeart, type Heart } from "./stream-heart.ts";
import { createStreamGroup, type StreamGroup } from "./stream-group.ts";

const ADMIN_STREAMS_MAX = 64;
const ADMIN_STREAMS_PER_ACCOUNT_MAX = 5;
const RETRY_WHEN_FULL_SECS = 30;
const RETRY_AFTER_END_SECS = 3;

/** What a client says when it opens a stream. */
export interface StreamRequest {
  readonly listener: Listener;
  readonly lastEventId?: string | undefined;
  /** Whether learners are locked out right now; the first thing a stream is told. */
  readonly maintenanceActive: boolean;
}

/** All open streams of this process. */
export interface EventHub extends Events {
  /**
   * A stream ready to be started; the oldest of an account that has too many is closed then.
   *
   * @throws AppError RATE_LIMITED when this process carries as many streams as it may
   */
  open(request: StreamRequest): LiveBody;
  /** Open streams, learners and administrators. */
  count(): number;
  /** Every device with an open stream, on all processes. */
  presence(): Promise<readonly LiveDevice[]>;
  /** Whether a learner has a stream open that named this device, on any process. */
  isOnline(userId: string, deviceId: string): Promise<boolean>;
  /** When devices were last heard of, on all processes. */
  readonly signs: SignsOfLife;
  /** Ends every stream, asking clients to come back in three seconds. */
  closeAll(): void;
}

export type HubNeeds = Pick<
  Deps,
  "clock" | "ids" | "log" | "metrics" | "sessions" | "settings"
> & {
  /** Tests beat by hand. */
  readonly every?: Every;
};

interface Hub {
  readonly needs: HubNeeds;
  readonly ring: Ring;
  readonly learners: StreamGroup;
  readonly admins: StreamGroup;
  readonly heart: Heart;
}

/** One hub serves one process; every start of it has its own event ids. */
export function createEventHub(needs: HubNeeds): EventHub {
  const { settings } = needs;
  const learners = createStreamGroup(
    settings.LIMITS_MAX_SSE_CONNECTIONS,
    settings.LIMITS_MAX_SSE_CONNECTIONS_PER_USER,
  );
  const admins = createStreamGroup(ADMIN_STREAMS_MAX, ADMIN_STREAMS_PER_ACCOUNT_MAX);
  const heart = createHeart(needs, [learners, admins]);
  const ring = createRing(bootIdFrom(needs.ids.next()));
  const hub: Hub = { needs, ring, learners, admins, heart };
  let ending = false;
  needs.sessions.onEnded((accountId) => {
    void closeEnded(needs, [...learners.of(accountId), ...admins.of(accountId)]);
  });

  return {
    ...publisher(hub),
    count: () => learners.size + admins.size,
    open(request) {
      const { listener } = request;
      if (ending) refuse("UNAVAILABLE", undefined, { retryAfterSecs: RETRY_AFTER_END_SECS });
      if (groupOf(hub, listener).isFullFor(listener.accountId)) {
        refuse("RATE_LIMITED", undefined, { retryAfterSecs: RETRY_WHEN_FULL_SECS });
      }
      return { start: (sink) => start(hub, request, sink) };
    },
    presence: async () => devicesBehind(learners.all()),
    isOnline: async (userId, deviceId) =>
      learners.of(userId).some(({ listener }) => listener.device?.id === deviceId),
    signs: createLocalSigns(),
    closeAll() {
      ending = true;
      heart.rest();
      for (const connection of everyone(hub)) {
        connection.send(RETRY_LINE);
        connection.close();
      }
    },
  };
}

function* everyone(hub: Hub): Iterable<Connection> {
  yield* hub.learners.all();
  yield* hub.admins.all();
}

/** UUIDs end in random digits; a dash would blur the border to the sequence number. */
function bootIdFrom(id: string): string {
  return id.replace(/[^A-Za-z0-9]/g, "").slice(-12);
}

function groupOf(hub: Hub, listener: Listener): StreamGroup {
  return listener.kind === "admin" ? hub.admins : hub.learners;
}

function publisher(hub: Hub): Events {
  const publish = (event: PushedEvent, reach: Reach) => {
    const sent = hub.ring.add(event, reach);
    for (const connection of candidates(hub, reach)) {
      if (!hears(connection.listener, reach)) continue;
      noteBan(connection, event.type);
      if (mayTell(connection.banned, event.type)) connection.send(sent.bytes);
    }
  };
  return {
    toUser: (userId, event) => publish(event, { kind: "user", userId }),
    toDevice: (userId, deviceId, event) => publish(event, { kind: "device", userId, deviceId }),
    toAdmins: (event) => publish(event, { kind: "admins" }),
    toAll: (event) => publish(event, { kind: "all" }),
  };
}

/** The streams an event might be for; spares a look at thousands of others. */
function candidates(hub: Hub, reach: Reach): Iterable<Connection> {
  switch (reach.kind) {
    case "all":
      return everyone(hub);
    case "admins":
      return hub.admins.all();
    case "user":
    case "device":
      return hub.learners.of(reach.userId);
  }
}

function start(hub: Hub, request: StreamRequest, sink: Sink): void {
  // The caller may have gone while the request was being looked at; nobody would tell us later.
  if (sink.destroyed) return;

  const group = groupOf(hub, request.listener);
  const connection = createConnection(sink, request.listener, hub.needs.clock.nowMs());
  group.add(connection);
  sink.on("close", () => {
    group.remove(connection);
    countChanged(hub);
  });
  countChanged(hub);
  const greeting = formatEvent({ type: "maintenance", active: request.maintenanceActive });
  connection.send(Buffer.concat([RETRY_LINE, greeting, ...missed(hub, connection, request.lastEventId)]));
}

function countChanged({ learners, admins, heart, needs }: Hub): void {
  const count = learners.size + admins.size;
  needs.metrics.streams(count);
  if (count === 0) heart.rest();
  else heart.beat();
}

/** What this stream did not get to hear, or the advice to load everything afresh. */
function missed(hub: Hub, connection: Connection, lastEventId: string | undefined): Buffer[] {
  const sent = lastEventId === undefined ? [] : hub.ring.since(lastEventId);
  if (sent === "gap") return [formatEvent({ type: "resync" })];
  return heardBy(connection, sent).map(({ bytes }) => bytes);
}
