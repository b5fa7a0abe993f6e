import { connect, type Socket } from "node:net";

const TIMEOUT_MS = 20_000;
const END_OF_HEAD = Buffer.from("\r\n\r\n");
const LENGTH = /\r\ncontent-length: *(\d+)/i;

/** Status of the reply; 0 without a reply. */
type Answered = (status: number) => void;

/** One connection with one request at a time. */
export interface LeanConnection {
  /** The request is the complete raw text. */
  ask(request: string, answered: Answered): void;
  close(): void;
}

/**
 * A minimal client, so that the cost of a full HTTP client is not measured along with the service.
 * Replies must have a Content-Length.
 */
export function openLeanConnection(host: string, port: number): LeanConnection {
  let socket: Socket | undefined;
  let asked: Answered | undefined;
  let read: Buffer = Buffer.alloc(0);

  function open(): Socket {
    const fresh = connect({ host, port, noDelay: true });
    fresh.setTimeout(TIMEOUT_MS, () => fresh.destroy());
    fresh.on("data", take);
    fresh.on("error", () => fresh.destroy());
    fresh.on("close", () => {
      socket = undefined;
      settle(0);
    });
    return fresh;
  }

  function take(part: Buffer): void {
    read = read.length === 0 ? part : Buffer.concat([read, part]);
    const endOfHead = read.indexOf(END_OF_HEAD);
    if (endOfHead < 0) return;
    const head = read.toString("latin1", 0, endOfHead);
    const length = LENGTH.exec(head)?.[1];
    if (length === undefined) throw new Error(`a reply without a length: ${head}`);
    if (read.length >= endOfHead + END_OF_HEAD.length + Number(length)) {
      settle(Number(head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length)));
    }
  }

  function settle(status: number): void {
    const answered = asked;
    asked = undefined;
    read = Buffer.alloc(0);
    answered?.(status);
  }

  return {
    ask(request, answered) {
      asked = answered;
      socket ??= open();
      socket.write(request);
    },
    close() {
      socket?.destroy();
    },
  };
}
