import type { Sink } from "./sse-connection.ts";

/**
 * A reply that lasts until either side ends it. The platform sends status and headers (without
 * chunked encoding: the end of the connection ends the body), then passes the raw response to
 * `start`.
 */
export interface LiveBody {
  start(sink: Sink): void;
}
