import { once } from "node:events";
import { createServer } from "node:net";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { claim, freePort } from "./ports.ts";

/** What another worker gets that asks for the port. */
async function askedElsewhere(port: number): Promise<boolean> {
  const script = `
    import { parentPort } from "node:worker_threads";
    import { claim } from ${JSON.stringify(new URL("./ports.ts", import.meta.url).href)};
    parentPort.postMessage(await claim(${port}));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  const [isGot] = (await once(worker, "message")) as [boolean];
  await worker.terminate();
  return isGot;
}

describe("a port for a service", () => {
  it("is its worker's alone, also before and after the service listens", async () => {
    const port = await freePort();
    expect(await askedElsewhere(port)).toBe(false);
    const server = createServer().listen(port, "127.0.0.1");
    await once(server, "listening");
    expect(await askedElsewhere(port)).toBe(false);
    server.close();
    await once(server, "close");
    expect(await askedElsewhere(port)).toBe(false);
    expect(await claim(port)).toBe(false);
  });

  it("is none on which something listens", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { readonly port: number };
    expect(await claim(port)).toBe(false);
    server.close();
  });
});
