import { expect, it } from "vitest";
import { createOutbound, type FetchLimits } from "../../platform/outbound/outbound.ts";
import { testSettings } from "../../platform/settings.ts";
import { fetchIndex } from "./center-client.service.ts";

it("waits 30 s for 50 MB at most", async () => {
  const asked: FetchLimits[] = [];
  const fetch = async (_url: string, limits: FetchLimits) => {
    asked.push(limits);
    return Buffer.from('{"data":[]}');
  };
  const needs = { outbound: { ...createOutbound(), fetch }, settings: testSettings() };
  expect(await fetchIndex(needs, "https://c.example/index.json")).toEqual([]);
  const limits = { maxBytes: 50 * 1024 * 1024, timeoutMs: 30_000 };
  expect(asked).toEqual([{ ...limits, allowPrivate: false }]);
});
