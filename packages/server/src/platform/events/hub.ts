import type { PushedEvent } from "@wordloom/contract";
import { refuse } from "../basics/app-error.ts";
import type { Ids } from "../basics/ids.ts";
import type { ApiKeys } from "../identity/api-keys.ts";
import type { Sessions } from "../identity/sessions.ts";
import type { Log } from "../observability/log.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { Settings } from "../settings/settings.ts";
import type { Clock } from "../time/clock.ts";
import type { Every } from "../time/every.ts";
import type { LiveBody } from "./live-body.ts";
import type { RedisLink } from "../peers/redis-link.ts";
import { recentBan, visibleTo, isFor, mayReceive, trackBan } from "./audience.ts";
import { createLocalLog, type EventLog, type EventConsumer } from "./event-log.ts";
import type { Events } from "./events.ts";
import {
  createLocalPresence,
  NO_DEVICE,
  type LiveDevice,
  type Presence,
  type StreamGroups,
} from "./presence.ts";
import type { Audience, SentEvent } from "./ring.ts";
import { createSharedLog } from "./shared-event-log.ts";
import { createSharedPresence } from "./shared-presence.ts";
import { createSharedLastSeen } from "./shared-last-seen.ts";
import { createLocalLastSeen, type LastSeen } from "./last-seen.ts";
import { createConnection, type Connection, type Listener, type Sink } from "./sse-connection.ts";
import { formatEvent, RETRY_LINE } from "./sse-format.ts";
import { closeEnded, createStreamTimer, type StreamTimer } from "./stream-timer.ts";
import { createStreamGroup, type StreamGroup } from "./stream-group.ts";

const ADMIN_STREAMS_MAX = 64;
const ADMIN_STREAMS_PER_ACCOUNT_MAX = 5;
const RETRY_WHEN_FULL_SECS = 30;
const RETRY_AFTER_END_SECS = 3;
/** Time for events sent just before, such as `banned`, to come back through Redis. */
const LAST_EVENTS_MS = 250;
const RESYNC = formatEvent({ type: "resync" });

/** The request of a client that opens a stream. */
export interface StreamRequest {
  readonly listener: Listener;
  readonly lastEventId?: string | undefined;
  /** Whether maintenance mode is on; the first event of a stream. */
  readonly maintenanceActive: boolean;
}

/** The event streams of this process, and information about those of other processes. */
export interface EventHub extends Events {
  /**
   * Returns a stream to be started. If the account then has too many, its oldest is closed.
   *
   * @throws AppError RATE_LIMITED when this process has the maximum number of streams
   */
  open(request: StreamRequest): LiveBody;
  /** Open streams of this process, learners and administrators. */
  count(): number;
  /** Open streams of learners, or of one of them, on all processes. */
  learnerStreams(userId?: string): Promise<number>;
  /** Ids of the learners with an open stream, on all processes. */
  liveLearners(): Promise<ReadonlySet<string>>;
  /** Open streams of administrators, on all processes. */
  adminStreams(): Promise<number>;
  /** All devices with an open stream, on all processes. */
  presence(): Promise<readonly LiveDevice[]>;
  /** Whether the learner has an open stream that named this device, on any process. */
  isOnline(userId: string, deviceId: string): Promise<boolean>;
  /** When devices were last seen, on all processes. */
  readonly lastSeen: LastSeen;
  /** The listener receives events that another process sent to all streams. */
  onRemoteBroadcast(listener: (event: PushedEvent) => void): void;
  /** Ends all streams and asks clients to reconnect after three seconds. */
  closeAll(): void;
}

export interface HubNeeds {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly sessions: Sessions;
  readonly apiKeys?: Pick<ApiKeys, "liveAmong">;
  readonly settings: Settings;
  /** Absent for a single process. */
  readonly link?: RedisLink | undefined;
  /** Lets tests trigger the ticks themselves. */
  readonly every?: Every;
}

interface Hub {
  readonly needs: HubNeeds;
  readonly events: EventLog;
  readonly learners: StreamGroup;
  readonly admins: StreamGroup;
  readonly timer: StreamTimer;
  readonly presence: Presence;
}

/** The hub of this process; each start gets a new boot id. */
export function createEventHub(needs: HubNeeds): EventHub {
  const { learners, admins } = createGroups(needs);
  const timer = createStreamTimer(needs, [learners, admins]);
  const onRemoteBroadcast: ((event: PushedEvent) => void)[] = [];
  const consumer: EventConsumer = {
    deliver(sent, isOwn) {
      deliver(hub, sent);
      if (isOwn || sent.audience.kind !== "all") return;
      for (const listener of onRemoteBroadcast) listener(JSON.parse(sent.json) as PushedEvent);
    },
    lost() {
      for (const connection of everyone(hub)) {
        if (mayReceive(connection.banned, "resync")) connection.send(RESYNC);
      }
    },
  };
  const hub: Hub = {
    needs,
    learners,
    admins,
    timer,
    ...connect(needs, { learners, admins }, consumer),
  };
  let ending = false;
  needs.sessions.onEnded((accountId) => {
    const close = () => closeEnded(needs, [...learners.of(accountId), ...admins.of(accountId)]);
    if (needs.link === undefined) void close();
    else setTimeout(() => void close(), LAST_EVENTS_MS).unref();
  });

  return {
    ...publisher(hub.events),
    count: () => learners.size + admins.size,
    learnerStreams: (userId) => countLearnerStreams(hub, userId),
    liveLearners: async () => new Set((await hub.presence.streams()).map(({ userId }) => userId)),
    adminStreams: hub.presence.adminStreams,
    presence: async () => (await hub.presence.streams()).filter(namesDevice),
    isOnline: hub.presence.isOnline,
    lastSeen: needs.link ? createSharedLastSeen(needs.link, needs.clock) : createLocalLastSeen(),
    onRemoteBroadcast: (listener) => void onRemoteBroadcast.push(listener),
    open(request) {
      const { listener } = request;
      if (ending) refuse("UNAVAILABLE", undefined, { retryAfterSecs: RETRY_AFTER_END_SECS });
      if (groupOf(hub, listener).isFullFor(listener.accountId)) {
        refuse("RATE_LIMITED", undefined, { retryAfterSecs: RETRY_WHEN_FULL_SECS });
      }
      return { start: (sink) => start(hub, request, sink) };
    },
    closeAll() {
      ending = true;
      timer.stop();
      for (const connection of everyone(hub)) {
        connection.send(RETRY_LINE);
        connection.close();
      }
    },
  };
}

const namesDevice = ({ deviceId }: LiveDevice) => deviceId !== NO_DEVICE;

async function countLearnerStreams({ presence }: Hub, userId?: string): Promise<number> {
  const streams = await presence.streams();
  return streams
    .filter((stream) => userId === undefined || stream.userId === userId)
    .reduce((sum, { connections }) => sum + connections, 0);
}

function createGroups({ settings }: HubNeeds): Pick<Hub, "learners" | "admins"> {
  const learners = createStreamGroup(
    settings.LIMITS_MAX_SSE_CONNECTIONS,
    settings.LIMITS_MAX_SSE_CONNECTIONS_PER_USER,
  );
  const admins = createStreamGroup(ADMIN_STREAMS_MAX, ADMIN_STREAMS_PER_ACCOUNT_MAX);
  return { learners, admins };
}

/** Local, or shared by the processes through Redis. */
function connect(
  { ids, link }: HubNeeds,
  groups: StreamGroups,
  consumer: EventConsumer,
): Pick<Hub, "events" | "presence"> {
  const bootId = bootIdFrom(ids.next());
  if (link === undefined) {
    return { events: createLocalLog(bootId, consumer), presence: createLocalPresence(groups) };
  }
  return {
    events: createSharedLog(link, bootId, consumer),
    presence: createSharedPresence(link, bootId, groups),
  };
}

/**
 * UUIDs end in random digits. No dashes, because one separates the boot id from the sequence
 * number.
 */
function bootIdFrom(id: string): string {
  return id.replace(/[^A-Za-z0-9]/g, "").slice(-12);
}

function publisher({ publish }: EventLog): Events {
  return {
    toUser: (userId, event) => publish(event, { kind: "user", userId }),
    toDevice: (userId, deviceId, event) => publish(event, { kind: "device", userId, deviceId }),
    toAdmins: (event) => publish(event, { kind: "admins" }),
    toAll: (event) => publish(event, { kind: "all" }),
  };
}

function deliver(hub: Hub, sent: SentEvent): void {
  for (const connection of candidates(hub, sent.audience)) {
    if (!isFor(connection.listener, sent.audience)) continue;
    trackBan(connection, sent);
    if (mayReceive(connection.banned, sent.type)) connection.send(sent.bytes);
  }
}

/** The streams an event may be for, so that not all streams have to be checked. */
function candidates(hub: Hub, audience: Audience): Iterable<Connection> {
  switch (audience.kind) {
    case "all":
      return everyone(hub);
    case "admins":
      return hub.admins.all();
    case "user":
    case "device":
      return hub.learners.of(audience.userId);
  }
}

function* everyone(hub: Hub): Iterable<Connection> {
  yield* hub.learners.all();
  yield* hub.admins.all();
}

function groupOf(hub: Hub, listener: Listener): StreamGroup {
  return listener.kind === "admin" ? hub.admins : hub.learners;
}

function start(hub: Hub, request: StreamRequest, sink: Sink): void {
  // The client may have disconnected already; then no close event will follow.
  if (sink.destroyed) return;

  const group = groupOf(hub, request.listener);
  const connection = createConnection(sink, request.listener, hub.needs.clock.nowMs());
  if (request.listener.device !== undefined) {
    connection.banned = recentBan(request.listener, hub.events.latest()) ?? connection.banned;
  }
  group.add(connection);
  sink.on("close", () => {
    group.remove(connection);
    changed(hub, connection);
  });
  changed(hub, connection);
  const greeting = formatEvent({ type: "maintenance", active: request.maintenanceActive });
  const missed = missedBy(hub, connection, request.lastEventId);
  connection.send(Buffer.concat([RETRY_LINE, greeting, ...missed]));
}

function changed({ learners, admins, timer, presence, needs }: Hub, connection: Connection): void {
  const count = learners.size + admins.size;
  needs.metrics.streams(count);
  presence.changed(connection);
  if (count === 0) timer.stop();
  else timer.start();
}

/** The events this stream missed, or `resync`. */
function missedBy(hub: Hub, connection: Connection, lastEventId: string | undefined): Buffer[] {
  const sent = lastEventId === undefined ? [] : hub.events.since(lastEventId);
  if (sent !== "gap") return visibleTo(connection, sent).map(({ bytes }) => bytes);
  return mayReceive(connection.banned, "resync") ? [RESYNC] : [];
}
