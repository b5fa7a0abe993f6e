import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { confirmProbe } from "./probe-confirm.service.ts";
import { readProbe, readProbes } from "./probe-reads.service.ts";
import { requireDeviceId, storeProbeResult } from "./probe-results.service.ts";
import { followBatch } from "./probe-stream.service.ts";
import { issueProbe, requireProbes } from "./probe.service.ts";

/** Proxies must neither cache nor buffer the stream. */
const streamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache",
  "x-accel-buffering": "no",
};

/** Scripts that administrators run on devices. */
export const probeRoutes: RouteModule = (mount, deps) => {
  const enabled = { before: () => requireProbes(deps) };

  mount(
    contract.issueProbe,
    async ({ actor, body, answer }) => answer(200, await issueProbe(deps, actor, body)),
    enabled,
  );

  mount(
    contract.listProbes,
    async ({ actor, query, answer }) => answer(200, await readProbes(deps, actor, query)),
    enabled,
  );

  mount(
    contract.readProbe,
    async ({ actor, params, answer }) =>
      answer(200, await readProbe(deps, actor, params.requestId)),
    enabled,
  );

  mount(
    contract.followProbes,
    async ({ actor, params, answer }) => {
      const stream = await followBatch(deps, actor, params.batchId);
      return answer(200, stream, { headers: streamHeaders });
    },
    enabled,
  );

  mount(
    contract.confirmProbe,
    async ({ actor, params, body, answer }) => {
      await confirmProbe(deps, actor, params.requestId, body.deviceIdSuffix);
      return answer(200, { confirmed: true });
    },
    enabled,
  );

  mount(
    contract.sendProbeResult,
    async ({ actor, body, request, answer }) => {
      await storeProbeResult(deps, actor, requireDeviceId(request), body);
      return answer(200, { ok: true });
    },
    {
      before({ request }) {
        requireProbes(deps);
        requireDeviceId(request);
      },
    },
  );
};
