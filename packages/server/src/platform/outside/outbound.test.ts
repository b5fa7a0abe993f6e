import http from "node:http";
import zlib from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createOutbound } from "./outbound.ts";
import type { AddressInfo } from "node:net";

let server: http.Server;
let base: string;
const seen: string[] = [];
/** Number of times the name was resolved; from the second time on, to a different address. */
let lookups = 0;

const outbound = createOutbound(async () => {
  lookups += 1;
  return [{ address: lookups === 1 ? "127.0.0.1" : "169.254.169.254", family: 4 }];
});

const answers: Record<string, (response: http.ServerResponse) => void> = {
  "/plain": (response) => void response.end("hello"),
  "/gzip": (response) => {
    response.setHeader("content-encoding", "gzip").end(zlib.gzipSync("unpacked"));
  },
  "/brotli": (response) => {
    response.setHeader("content-encoding", "br").end(zlib.brotliCompressSync("unpacked"));
  },
  "/bomb": (response) => {
    response.setHeader("content-encoding", "gzip").end(zlib.gzipSync(Buffer.alloc(5_000_000)));
  },
  "/torn-gzip": (response) => {
    const packed = zlib.gzipSync("x".repeat(1000));
    response.setHeader("content-encoding", "gzip").end(packed.subarray(0, packed.length - 12));
  },
  "/odd-encoding": (response) => void response.setHeader("content-encoding", "pigeon").end("x"),
  "/large": (response) => void response.end(Buffer.alloc(2000)),
  "/endless": (response) => {
    const more = () => void (response.destroyed || response.write(Buffer.alloc(500), more));
    more();
  },
  "/torn": (response) => {
    response.setHeader("content-length", "50").write("only this");
    setImmediate(() => response.destroy());
  },
  "/drip": (response) => void response.write("slow"),
  "/silent": () => undefined,
  "/long-headers": (response) => void response.setHeader("x-long", "y".repeat(40_000)).end(),
  "/missing": (response) => void response.writeHead(404).end("no"),
};
for (const status of [301, 302, 303, 307, 308]) {
  answers[`/redirect-${status}`] = (response) => {
    response.writeHead(status, { location: "/plain" }).end();
  };
}

beforeAll(async () => {
  server = http.createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.host?.replace(/:.*/, "")}`);
    answers[request.url ?? ""]?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://words.example:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function fetch(path: string, timeoutMs = 5000): Promise<string> {
  lookups = 0;
  const limits = { maxBytes: 1500, timeoutMs, allowPrivate: true };
  return Buffer.from(await outbound.fetch(base + path, limits)).toString();
}

describe("fetch", () => {
  it("connects to the checked address and resolves the name only once", async () => {
    seen.length = 0;
    expect(await fetch("/plain")).toBe("hello");
    expect(lookups).toBe(1);
    expect(seen).toEqual(["GET /plain words.example"]);
  });

  it("checks the address again for every request", async () => {
    await fetch("/plain");
    const attempt = outbound.fetch(`${base}/plain`, {
      maxBytes: 10,
      timeoutMs: 1000,
      allowPrivate: true,
    });
    await expect(attempt).rejects.toMatchObject({ fault: "refused" });
  });

  it("decompresses gzip and brotli", async () => {
    expect(await fetch("/gzip")).toBe("unpacked");
    expect(await fetch("/brotli")).toBe("unpacked");
  });

  it.each([
    ["/large", "too_large"],
    ["/endless", "too_large"],
    ["/bomb", "too_large"],
    ["/torn", "read_failed"],
    ["/torn-gzip", "read_failed"],
    ["/odd-encoding", "failed"],
    ["/long-headers", "failed"],
    ["/missing", "failed"],
  ])("%s ends as %s", async (path, fault) => {
    await expect(fetch(path)).rejects.toMatchObject({ fault });
  });

  it.each([301, 302, 303, 307, 308])("does not follow a %i", async (status) => {
    seen.length = 0;
    await expect(fetch(`/redirect-${status}`)).rejects.toMatchObject({ fault: "failed" });
    expect(seen).toHaveLength(1);
  });

  it("times out before and during the reply", async () => {
    await expect(fetch("/silent", 60)).rejects.toMatchObject({ fault: "failed" });
    // The time is over once the reply has begun, however long that takes on a busy machine.
    const time = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(time.signal);
    try {
      lookups = 0;
      const limits = { maxBytes: 1500, timeoutMs: 60, allowPrivate: true };
      const pieces = outbound.stream(`${base}/drip`, limits)[Symbol.asyncIterator]();
      expect(String((await pieces.next()).value)).toBe("slow");
      expect(timeout.mock.calls).toEqual([[60]]);
      const next = pieces.next();
      time.abort();
      await expect(next).rejects.toMatchObject({ fault: "read_failed" });
    } finally {
      timeout.mockRestore();
    }
  });

  it("fails for a resolver that does not answer and for an unknown name", async () => {
    const limits = { maxBytes: 10, timeoutMs: 30 };
    const stuck = createOutbound(() => new Promise(() => undefined));
    await expect(stuck.fetch(base, limits)).rejects.toMatchObject({ fault: "failed" });
    const unknown = createOutbound(() => Promise.reject(new Error("ENOTFOUND")));
    await expect(unknown.fetch(base, limits)).rejects.toMatchObject({ fault: "failed" });
  });
});

describe("ping", () => {
  it("posts without waiting, and ignores errors", async () => {
    seen.length = 0;
    lookups = 0;
    outbound.ping("not an address");
    outbound.ping(`${base}/plain`, { allowPrivate: true });
    await expect.poll(() => seen).toEqual(["POST /plain words.example"]);
  });

  it("times out after 5 s", () => {
    const timeout = vi.spyOn(AbortSignal, "timeout");
    outbound.ping(`${base}/plain`, { allowPrivate: true });
    expect(timeout.mock.calls).toEqual([[5_000]]);
    timeout.mockRestore();
  });
});
