import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { until } from "../service/until.ts";

/** An event received by a client. */
interface ReceivedEvent {
  readonly id: string | undefined;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A client of one stream, until one side closes it. */
export interface EventStream {
  /** All events received so far, in order. */
  events(): readonly ReceivedEvent[];
  /**
   * Waits for the next event of a type, and skips those before it.
   *
   * @returns its data
   * @throws Error if it does not come within ten seconds
   */
  next(type: string): Promise<ReceivedEvent["data"]>;
  /** Waits until `count` events of a type were received. @returns whether they came in time */
  waitFor(type: string, count: number, withinMs: number): Promise<boolean>;
  readonly ended: boolean;
  hangUp(): void;
}

interface Listener {
  /** An access token. */
  readonly token: string;
  /** Path of the stream; default: that of learners. */
  readonly path?: string;
  /** Such as those of the client's device. */
  readonly headers?: Readonly<Record<string, string>>;
}

const LEARNERS_STREAM = "/api/realtime/events";

/** @throws Error if the server does not open a stream */
export async function listenTo(
  serverUrl: string,
  { token, path = LEARNERS_STREAM, headers = {} }: Listener,
  lastEventId?: string,
): Promise<EventStream> {
  const outgoing = get(`${serverUrl}${path}`, {
    agent: false,
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
    },
  });
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  if (incoming.statusCode !== 200) throw new Error(`no stream: ${incoming.statusCode}`);
  incoming.setEncoding("utf8");
  let text = "";
  incoming.on("data", (piece: string) => (text += piece));
  incoming.on("error", () => {});
  outgoing.on("error", () => {});
  const events = () => eventsIn(text);
  let read = 0;
  return {
    events,
    async next(type) {
      const find = () => events().findIndex((event, at) => at >= read && event.type === type);
      await until(() => find() >= 0);
      read = find() + 1;
      return events()[read - 1]?.data ?? {};
    },
    waitFor(type, count, withinMs) {
      const isThere = () => events().filter((event) => event.type === type).length >= count;
      return until(isThere, withinMs).then(
        () => true,
        () => false,
      );
    },
    get ended() {
      return incoming.destroyed;
    },
    hangUp: () => incoming.destroy(),
  };
}

function eventsIn(text: string): ReceivedEvent[] {
  // The rest of the last block may not have arrived.
  return text
    .split("\n\n")
    .slice(0, -1)
    .flatMap((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
      const [type, data] = [field("event"), field("data")];
      return type && data ? [{ id: field("id"), type, data: JSON.parse(data) }] : [];
    });
}
