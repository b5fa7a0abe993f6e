import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";

/** A connection to a service that can hold replies. */
export interface SlowLine {
  readonly url: string;
  /** Holds replies that contain `text`. @returns once there is one, a function that releases it */
  keep(text: string): Promise<() => void>;
  close(): void;
}

/** @param url  of the service */
export async function openSlowLine(url: string): Promise<SlowLine> {
  const { port } = new URL(url);
  let wanted: { readonly text: string; readonly found: (release: () => void) => void } | undefined;
  const line = createServer((client) => {
    const service = connect(Number(port));
    client.pipe(service);
    service.on("data", (piece) => {
      if (wanted === undefined || !piece.includes(wanted.text)) return void client.write(piece);
      service.pause();
      wanted.found(() => {
        client.write(piece);
        service.resume();
      });
      wanted = undefined;
    });
    for (const [one, other] of [
      [client, service],
      [service, client],
    ] as const) {
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(line, "listening");
  const address = line.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    keep: (text) => new Promise((found) => (wanted = { text, found })),
    close: () => void line.close(),
  };
}
