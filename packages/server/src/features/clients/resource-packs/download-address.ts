import type { Settings } from "../../../platform/settings/settings.ts";
import type { RequestFacts } from "../../../platform/http/route.ts";

type Address = Pick<
  Settings,
  "BASE_PATH" | "RESOURCE_PACK_BASE_URL" | "RESOURCE_PACK_TRUSTED_HOSTS" | "TRUST_PROXY"
>;

/**
 * Prefix of download addresses: RESOURCE_PACK_BASE_URL; otherwise the address forwarded by a
 * trusted proxy, if its host is among RESOURCE_PACK_TRUSTED_HOSTS; otherwise http and the request's
 * host.
 */
export function downloadPrefix(
  settings: Address,
  request: Pick<RequestFacts, "forwardedHost" | "header" | "secure">,
): string {
  if (settings.RESOURCE_PACK_BASE_URL !== undefined) return settings.RESOURCE_PACK_BASE_URL;
  const base = settings.BASE_PATH.replace(/\/$/, "");
  const { forwardedHost } = request;
  if (forwardedHost !== undefined && isTrusted(settings, forwardedHost)) {
    return `${request.secure ? "https" : "http"}://${forwardedHost}${base}`;
  }
  return `http://${request.header("host") ?? "localhost"}${base}`;
}

function isTrusted({ RESOURCE_PACK_TRUSTED_HOSTS: trusted }: Address, host: string): boolean {
  const [, name] = /^([a-z0-9.-]+)(?::\d{1,5})?$/i.exec(host) ?? [];
  return trusted.some((one) => one.toLowerCase() === name?.toLowerCase());
}

/** A warning about download addresses for the operator at startup. */
export function addressWarning(settings: Address): string | undefined {
  if (settings.RESOURCE_PACK_BASE_URL !== undefined) return undefined;
  if (settings.TRUST_PROXY === false || settings.RESOURCE_PACK_TRUSTED_HOSTS.length > 0) {
    return undefined;
  }
  return (
    "resource packs: behind a proxy (TRUST_PROXY), set RESOURCE_PACK_BASE_URL or " +
    "RESOURCE_PACK_TRUSTED_HOSTS; until then download addresses name the host that the proxy sends"
  );
}
