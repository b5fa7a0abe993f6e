import { mp3, png } from "@wordloom/testing/content/sounds";
import { tokensOf } from "../lib/city-names.ts";
import { startCityServer } from "../lib/city-server.ts";
import { quantile } from "../lib/load.ts";
import { pinLoadGenerator } from "../lib/processes.ts";
import type { Figure, Row } from "../lib/row.ts";

/** Frames of 417 bytes: a second of speech. */
const FRAMES = 40;
const SOUNDS = 50;
const HEARD = 2_000;
const LARGE = 20;
const LARGE_BYTES = 5 * 1024 ** 2;

/** Recordings of a learner's, brought and heard one by one; and files of the largest size. */
export const media: Row = async () => {
  pinLoadGenerator();
  const server = await startCityServer();
  try {
    return await measure(`${server.url}/api/media`, tokensOf(1)[0] ?? "");
  } finally {
    await server.stop();
  }
};

async function measure(address: string, token: string): Promise<Figure[]> {
  const headers = { authorization: `Bearer ${token}` };
  const add = async (bytes: Buffer) => {
    const body = new Uint8Array(bytes);
    const reply = await fetch(`${address}?name=bench`, { method: "POST", headers, body });
    if (!reply.ok) throw new Error(await reply.text());
    return ((await reply.json()) as { data: { id: string } }).data.id;
  };
  const hear = async (id: string) => {
    const reply = await fetch(`${address}/${id}`, { headers });
    if (!reply.ok) throw new Error(await reply.text());
    return reply.arrayBuffer();
  };
  const ids: string[] = [];
  const brought = await timed(SOUNDS, async (n) => ids.push(await add(marked(mp3(FRAMES), n))));
  const heard = await timed(HEARD, (n) => hear(ids[n % ids.length] ?? ""));
  const large = await timed(LARGE, (n) => add(marked(png(LARGE_BYTES), n)));
  const figure = (name: string, times: readonly number[], share: number, atMost?: number) => ({
    name,
    value: quantile([...times], share),
    unit: "ms",
    ...(atMost !== undefined && { bar: { atMost } }),
  });
  return [
    figure("a recording is stored, p50", brought, 0.5),
    figure("a recording is heard, p50", heard, 0.5),
    figure("a recording is heard, p99", heard, 0.99, 20),
    figure("a file of 5 MB is stored, p50", large, 0.5),
  ];
}

/** Different contents of the same size. */
function marked(bytes: Buffer, n: number): Buffer {
  bytes.writeUInt32BE(n, bytes.length - 4);
  return bytes;
}

async function timed(count: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const startMs = performance.now();
    await work(n);
    times.push(performance.now() - startMs);
  }
  return times;
}
