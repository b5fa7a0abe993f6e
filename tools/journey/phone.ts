import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { createClient, type Client } from "@wordloom/contract";

type Send = NonNullable<Parameters<typeof createClient>[0]["fetch"]>;

/** The app of a learner who is not signed in yet. It keeps the refresh token, as the apps do. */
export interface Phone {
  /** Sends the stored refresh token, so that `refresh` renews the sign-in. */
  readonly client: Client;
  /** The last stored token; "" before the sign-in. */
  refreshToken: string;
}

/** @param address  local source address of its calls: all of 127.0.0.0/8 on Linux */
export function openPhone(url: string, address = "127.0.0.1"): Phone {
  const send = sendFrom(address);
  const phone: Phone = {
    refreshToken: "",
    client: createClient({
      baseUrl: url,
      token: () => phone.refreshToken || undefined,
      fetch: async (to, init) => {
        const reply = await send(to, init);
        const cookies = reply.headers.get("set-cookie") ?? "";
        phone.refreshToken = /refresh_token=([^;]+)/.exec(cookies)?.[1] ?? phone.refreshToken;
        return reply;
      },
    }),
  };
  return phone;
}

function sendFrom(localAddress: string): Send {
  return async (url, { method, headers, body }) => {
    const call = request(url, { method, headers, localAddress });
    call.end(body);
    const [reply] = (await once(call, "response")) as [IncomingMessage];
    const content = await text(reply);
    return {
      status: reply.statusCode ?? 0,
      headers: { get: (name) => reply.headers[name]?.toString() ?? null },
      text: () => Promise.resolve(content),
    };
  };
}
