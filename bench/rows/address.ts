import { createDataDirectory, startServerProcess } from "@wordloom/testing/process/server-process";
import { createWire, type WireRequest } from "@wordloom/testing/process/wire";
import { median } from "../lib/load.ts";
import type { Figure, Row } from "../lib/row.ts";

/** Requests of each kind, in turn. */
const REQUESTS = 1_000;
const ACCOUNTS = 250;
const UNLIMITED = "1000000";
const KINDS = ["known", "unknown"] as const;

type Times = Readonly<Record<(typeof KINDS)[number], number[]>>;

/**
 * Whether the time of one reply reveals that an address has an account: the share of replies that
 * the best limit classifies correctly. Guessing gives 0.5, and chance alone up to 0.53.
 */
export const address: Row = async () => {
  const directory = await createDataDirectory();
  const server = await startServerProcess({
    DATA_DIR: directory.path,
    AUTH_RATE_LIMIT_MAX: UNLIMITED,
  });
  const wire = createWire(server.url, 1);
  const post = (path: string, body: object): WireRequest => ({ method: "POST", path, body });
  const timed = async (request: WireRequest) => {
    const startedAt = performance.now();
    await wire.send(request);
    return performance.now() - startedAt;
  };
  const taking = async (requestOf: (email: string) => WireRequest): Promise<Times> => {
    const times: Times = { known: [], unknown: [] };
    for (let n = 0; n < REQUESTS; n += 1) {
      // In alternating order, because a request may be affected by the previous one.
      for (const kind of n % 2 === 0 ? KINDS : KINDS.toReversed()) {
        times[kind].push(await timed(requestOf(`${kind}${n % ACCOUNTS}@example.org`)));
      }
    }
    return times;
  };
  try {
    for (let n = 0; n < ACCOUNTS; n += 1) {
      const account = { email: `known${n}@example.org`, username: "Ada", password: "Lovelace1815" };
      await wire.send(post("/api/auth/register", account));
    }
    const reset = (email: string) => post("/api/auth/forgot-password", { email });
    const login = (email: string) => post("/api/auth/login", { email, password: "Wr0ngpass" });
    return [
      ...figuresOf("reset requested", await taking(reset)),
      ...figuresOf("wrong password", await taking(login)),
    ];
  } finally {
    wire.close();
    await server.kill();
    await directory.remove();
  }
};

function figuresOf(what: string, times: Times): Figure[] {
  return [
    ...KINDS.map((kind) => ({
      name: `${what}: ${kind} address`,
      value: median(times[kind]),
      unit: "ms",
    })),
    { name: `${what}: told apart`, value: classifiedShare(times), unit: "", bar: { atMost: 0.55 } },
  ];
}

/** Share of times that the best single limit classifies correctly, 0.5 to 1. */
function classifiedShare({ known, unknown }: Times): number {
  const all = [
    ...known.map((ms) => ({ ms, step: 1 })),
    ...unknown.map((ms) => ({ ms, step: -1 })),
  ].toSorted((one, other) => one.ms - other.ms);
  let lead = 0;
  let farthest = 0;
  for (const { step } of all) {
    lead += step;
    farthest = Math.max(farthest, Math.abs(lead));
  }
  return (all.length / 2 + farthest) / all.length;
}
