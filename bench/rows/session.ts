import { tokensOf } from "../lib/city-names.ts";
import { startCityServer } from "../lib/city-server.ts";
import { median, runLoad } from "../lib/load.ts";
import { BARE_SCRIPT, pinLoadGenerator, startPinned, TRIVIAL_SCRIPT } from "../lib/processes.ts";
import type { Row } from "../lib/row.ts";

const ROUNDS = 3;
const SECONDS = 5;

/** An authenticated GET with a trivial body, against a bare Fastify GET that verifies a token. */
export const session: Row = async () => {
  pinLoadGenerator();
  const tokens = tokensOf(1_000);
  const [ours, bare] = await Promise.all([
    startCityServer({ script: TRIVIAL_SCRIPT }),
    startPinned(BARE_SCRIPT, [], { healthPath: "/health" }),
  ]);
  const load = { method: "GET", path: "/api/bench/hello", tokens, connections: 64 } as const;
  const rates = { ours: [] as number[], bare: [] as number[] };
  let errors = 0;
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const seconds = round === 0 ? 2 : SECONDS;
      const theirs = await runLoad({ ...load, url: bare.url, seconds });
      const our = await runLoad({ ...load, url: ours.url, seconds });
      if (round === 0) continue;
      rates.bare.push(theirs.perSecond);
      rates.ours.push(our.perSecond);
      errors += our.errors;
    }
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
  const ratio = median(rates.ours.map((rate, round) => rate / (rates.bare[round] ?? Number.NaN)));
  return [
    { name: "signed-in GET", value: median(rates.ours), unit: "1/s" },
    { name: "bare Fastify", value: median(rates.bare), unit: "1/s" },
    { name: "ratio", value: ratio, unit: "", bar: { atLeast: 0.75 } },
    { name: "errors", value: errors, unit: "", bar: { atMost: 0 } },
  ];
};
