import type { PushedEvent } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import { refuse } from "../app-error.ts";
import type { Every } from "../every.ts";
import type { LiveBody } from "../http/route.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import { bannedLately, heardBy, hears, mayTell, noteBan } from "./audience.ts";
import { createLocalLog, type EventLog, type EventOutlet } from "./event-log.ts";
import type { Events } from "./events.ts";
import { createLocalPresence, type LiveDevice, type Presence } from "./presence.ts";
import type { Reach, SentEvent } from "./ring.ts";
import { createSharedLog } from "./shared-event-log.ts";
import { createSharedPresence } from "./shared-presence.ts";
import { createSharedSigns } from "./shared-signs.ts";
import { createLocalSigns, type SignsOfLife } from "./signs-of-life.ts";
import { createConnection, type Connection, type Listener, type Sink } from "./sse-connection.ts";
import { formatEvent, RETRY_LINE } from "./sse-format.ts";
import { closeEnded, createStreamTimer, type StreamTimer } from "./stream-timer.ts";
import { createStreamGroup, type StreamGroup } from "./stream-group.ts";

const ADMIN_STREAMS_MAX = 64;
const ADMIN_STREAMS_PER_ACCOUNT_MAX = 5;
const RETRY_WHEN_FULL_SECS = 30;
const RETRY_AFTER_END_SECS = 3;
const RESYNC = formatEvent({ type: "resync" });

/** What is known of a client that opens a stream. */
export interface StreamRequest {
  readonly listener: Listener;
  readonly lastEventId?: string | undefined;
  /** Whether learners are locked out right now; the first thing a stream is told. */
  readonly maintenanceActive: boolean;
}

/** The event streams of this process, and what is known of those of other processes. */
export interface EventHub extends Events {
  /**
   * A stream ready to be started. When the account has too many, its oldest is closed then.
   *
   * @throws AppError RATE_LIMITED when this process carries as many streams as it may
   */
  open(request: StreamRequest): LiveBody;
  /** Open streams of this process, learners and administrators. */
  count(): number;
  /** Every device with an open stream, on all processes. */
  presence(): Promise<readonly LiveDevice[]>;
  /** Whether a learner has a stream open that named this device, on any process. */
  isOnline(userId: string, deviceId: string): Promise<boolean>;
  /** When devices were last heard of, on all processes. */
  readonly signs: SignsOfLife;
  /** Called with events that another process sent to everyone. */
  onTold(listener: (event: PushedEvent) => void): void;
  /** Ends every stream, asking clients to come back in three seconds. */
  closeAll(): void;
}

export type HubNeeds = Pick<Deps, "clock" | "ids" | "log" | "metrics" | "sessions" | "settings"> & {
  /** Left out when this process is the only one. */
  readonly link?: RedisLink | undefined;
  /** Lets tests trigger the ticks themselves. */
  readonly every?: Every;
};

interface Hub {
  readonly needs: HubNeeds;
  readonly events: EventLog;
  readonly learners: StreamGroup;
  readonly admins: StreamGroup;
  readonly timer: StreamTimer;
  readonly presence: Presence;
}

/** The hub of this process; every start has a name of its own. */
export function createEventHub(needs: HubNeeds): EventHub {
  const { learners, admins } = createGroups(needs);
  const timer = createStreamTimer(needs, [learners, admins]);
  const onTold: ((event: PushedEvent) => void)[] = [];
  const outlet: EventOutlet = {
    deliver(sent, ours) {
      deliver(hub, sent);
      if (ours || sent.reach.kind !== "all") return;
      for (const listener of onTold) listener(JSON.parse(sent.json) as PushedEvent);
    },
    lost() {
      for (const connection of everyone(hub)) {
        if (mayTell(connection.banned, "resync")) connection.send(RESYNC);
      }
    },
  };
  const hub: Hub = { needs, learners, admins, timer, ...connect(needs, learners, outlet) };
  let ending = false;
  needs.sessions.onEnded((accountId) => {
    void closeEnded(needs, [...learners.of(accountId), ...admins.of(accountId)]);
  });

  return {
    ...publisher(hub.events),
    count: () => learners.size + admins.size,
    presence: hub.presence.devices,
    isOnline: hub.presence.isOnline,
    signs: needs.link ? createSharedSigns(needs.link, needs.clock) : createLocalSigns(),
    onTold: (listener) => void onTold.push(listener),
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

function createGroups({ settings }: HubNeeds): Pick<Hub, "learners" | "admins"> {
  const learners = createStreamGroup(
    settings.LIMITS_MAX_SSE_CONNECTIONS,
    settings.LIMITS_MAX_SSE_CONNECTIONS_PER_USER,
  );
  const admins = createStreamGroup(ADMIN_STREAMS_MAX, ADMIN_STREAMS_PER_ACCOUNT_MAX);
  return { learners, admins };
}

/** How events get here: by themselves, or through what the processes share. */
function connect(
  { ids, link }: HubNeeds,
  learners: StreamGroup,
  outlet: EventOutlet,
): Pick<Hub, "events" | "presence"> {
  const bootId = bootIdFrom(ids.next());
  if (link === undefined) {
    return { events: createLocalLog(bootId, outlet), presence: createLocalPresence(learners) };
  }
  return {
    events: createSharedLog(link, bootId, outlet),
    presence: createSharedPresence(link, bootId, learners),
  };
}

/** UUIDs end in random digits; a dash would blur the border to the sequence number. */
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
  for (const connection of candidates(hub, sent.reach)) {
    if (!hears(connection.listener, sent.reach)) continue;
    noteBan(connection, sent.type);
    if (mayTell(connection.banned, sent.type)) connection.send(sent.bytes);
  }
}

/** The streams an event might be for, so that thousands of others need no check. */
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

function* everyone(hub: Hub): Iterable<Connection> {
  yield* hub.learners.all();
  yield* hub.admins.all();
}

function groupOf(hub: Hub, listener: Listener): StreamGroup {
  return listener.kind === "admin" ? hub.admins : hub.learners;
}

function start(hub: Hub, request: StreamRequest, sink: Sink): void {
  // The caller may have hung up already, in which case no close event will follow.
  if (sink.destroyed) return;

  const group = groupOf(hub, request.listener);
  const connection = createConnection(sink, request.listener, hub.needs.clock.nowMs());
  if (request.listener.device !== undefined) {
    connection.banned = bannedLately(request.listener, hub.events.latest()) ?? connection.banned;
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

/** The events this stream missed, or the advice to reload everything. */
function missedBy(hub: Hub, connection: Connection, lastEventId: string | undefined): Buffer[] {
  const sent = lastEventId === undefined ? [] : hub.events.since(lastEventId);
  if (sent !== "gap") return heardBy(connection, sent).map(({ bytes }) => bytes);
  return mayTell(connection.banned, "resync") ? [RESYNC] : [];
}
