import { expect, it } from "vitest";
import { createOutbound, type FetchLimits } from "../../platform/outbound/outbound.ts";
import { testSettings } from "../../platform/settings.ts";
import { fetchIndex } from "./center-client.service.ts";

it("reads at most 50 MB, for at most 30 s", async () => {
  const used: FetchLimits[] = [];
  const fetch = async (_url: string, limits: FetchLimits) => {
    used.push(limits);
    return Buffer.from('{"data":[]}');
  };
  const needs = { outbound: { ...createOutbound(), fetch }, settings: testSettings() };
  expect(await fetchIndex(needs, "https://c.example/index.json")).toEqual([]);
  const limits = { maxBytes: 50 * 1024 * 1024, timeoutMs: 30_000 };
  expect(used).toEqual([{ ...limits, allowPrivate: false }]);
});
