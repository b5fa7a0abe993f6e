import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { TestAccount } from "../content/accounts.ts";

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
  readonly ended: boolean;
  hangUp(): void;
}

/**
 * @param listener.path  of the stream; default: that of learners
 * @throws Error if the server does not open a stream
 */
export async function listenTo(
  serverUrl: string,
  { token, path = "/api/realtime/events" }: Pick<TestAccount, "token"> & { readonly path?: string },
  lastEventId?: string,
): Promise<EventStream> {
  const outgoing = get(`${serverUrl}${path}`, {
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
    },
  });
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  if (incoming.statusCode !== 200) throw new Error(`no stream: ${incoming.statusCode}`);
  let text = "";
  incoming.on("data", (chunk: Buffer) => (text += chunk.toString()));
  incoming.on("error", () => {});
  outgoing.on("error", () => {});
  return {
    events: () => eventsIn(text),
    get ended() {
      return incoming.destroyed;
    },
    hangUp: () => incoming.destroy(),
  };
}

function eventsIn(text: string): ReceivedEvent[] {
  return text.split("\n\n").flatMap((block) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
    const [type, data] = [field("event"), field("data")];
    return type && data ? [{ id: field("id"), type, data: JSON.parse(data) }] : [];
  });
}
