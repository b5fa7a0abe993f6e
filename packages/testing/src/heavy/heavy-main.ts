import { serveWith } from "@wordloom/server/cli/serve";
import { createOutbound } from "@wordloom/server/platform/outside/outbound";

// The normal service, except that it may fetch word lists from this machine; no setting does that.
const { fetch, ...outbound } = createOutbound();

process.exitCode = await serveWith({
  outbound: { ...outbound, fetch: (url, limits) => fetch(url, { ...limits, allowPrivate: true }) },
});
