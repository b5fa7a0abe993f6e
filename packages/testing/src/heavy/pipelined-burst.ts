import { connect } from "node:net";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, Worker, workerData } from "node:worker_threads";

/** Connections that each send many requests at once and read no reply. */
export interface PipelinedBurst {
  readonly url: string;
  readonly path: string;
  readonly connections: number;
  readonly requests: number;
  /** Connections stay open for this time unless the service closes them, ms. */
  readonly staysMs: number;
}

/** Sends the burst from a thread of its own, so that it does not delay the caller's requests. */
export async function sendPipelinedBurst(burst: PipelinedBurst): Promise<void> {
  const worker = new Worker(new URL(import.meta.url), { workerData: burst });
  const [code] = (await once(worker, "exit")) as [number];
  if (code !== 0) throw new Error(`the burst ended with ${code}`);
}

async function burst({ url, path, connections, requests, staysMs }: PipelinedBurst) {
  const { hostname, port, host } = new URL(url);
  const sent = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(requests);
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(sent));
    // The service may cut it off.
    return socket.on("error", () => undefined).pause();
  });
  await pause(staysMs);
  for (const socket of sockets) socket.destroy();
}

if (parentPort !== null) {
  const given = workerData as Partial<PipelinedBurst> | null;
  if (given?.connections !== undefined) await burst(given as PipelinedBurst);
}
