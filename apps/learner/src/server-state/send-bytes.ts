import type { Endpoint } from "@wordloom/contract";
import { ApiError } from "@wordloom/contract/client";
import { basePath } from "@wordloom/web";
import { deviceHeaders } from "../platform/device.ts";
import { accessToken } from "./sign-in.ts";
import { withRenewal } from "./with-renewal.ts";

/** How a file is sent. */
export interface Sending {
  readonly query?: Readonly<Record<string, string>>;
  /** Called with the share of the bytes that has left, 0 to 1. */
  readonly onSent?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Sends bytes unchanged as the body of a call, with their own type, however long it takes.
 *
 * @returns the data of the reply
 * @throws ApiError for every unsuccessful reply; status 0 when there was none; the reason of
 *   `signal`
 */
export async function sendBytes<T>(
  endpoint: Pick<Endpoint, "method" | "path">,
  bytes: Blob,
  sending: Sending = {},
): Promise<T> {
  return withRenewal(() => send<T>(endpoint, bytes, sending));
}

/** `fetch` does not say how much of a body has left. */
function send<T>(
  { method, path }: Pick<Endpoint, "method" | "path">,
  bytes: Blob,
  { query = {}, onSent, signal }: Sending,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const address = new URLSearchParams(query).toString();
    request.open(method, `${basePath}${path}${address === "" ? "" : `?${address}`}`);
    const headers = { ...deviceHeaders, authorization: `Bearer ${accessToken() ?? ""}` };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onSent?.(total === 0 ? 0 : loaded / total),
    );
    request.addEventListener("load", () => {
      const reply = parsed(request.responseText);
      if (request.status < 300) resolve(reply.data as T);
      else reject(new ApiError(request.status, reply));
    });
    const unreachable = new ApiError(0, { code: "UNREACHABLE", message: "no reply" });
    request.addEventListener("error", () => reject(unreachable));
    request.addEventListener("abort", () => reject(signal?.reason ?? unreachable));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(bytes);
  });
}

type Reply = { readonly data?: unknown } & ConstructorParameters<typeof ApiError>[1];

function parsed(text: string): Reply {
  try {
    return JSON.parse(text) as Reply;
  } catch {
    return {};
  }
}
