import { serveWith } from "@wordloom/server/cli/serve";
import { createOutbound } from "@wordloom/server/platform/outside/outbound";

// The service as it is, but word lists, too, may come from this machine. No setting allows that.
const { fetch, ...outbound } = createOutbound();

process.exitCode = await serveWith({
  outbound: { ...outbound, fetch: (url, limits) => fetch(url, { ...limits, allowPrivate: true }) },
});
