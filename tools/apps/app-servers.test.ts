import { createServer, type IncomingMessage, type Server } from "node:http";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findWebApps } from "@wordloom/server/cli/web-app-sources";
import {
  makeWebAppCheckout,
  type WebAppCheckout,
} from "@wordloom/testing/neighbors/web-app-checkout";
import { freePort } from "@wordloom/testing/service/ports";
import { startAppServers } from "./app-servers.ts";

let checkout: WebAppCheckout;
let service: Server;
let asked: IncomingMessage[];
beforeEach(async () => {
  checkout = makeWebAppCheckout();
  asked = [];
  service = createServer((request, response) => {
    asked.push(request);
    // A stream: its first event must arrive although it does not end.
    response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
    response.flushHeaders();
  }).listen(0, "127.0.0.1");
  await once(service, "listening");
});
afterEach(() => {
  checkout.remove();
  service.closeAllConnections();
  service.close();
});

async function start(basePath: string) {
  const address = service.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const place = { service: `http://127.0.0.1:${port}`, basePath, port: await freePort() };
  const served = await startAppServers(findWebApps(checkout.root), place);
  if (served === undefined) throw new Error("nothing is served");
  return served;
}

const page = { headers: { accept: "text/html" } };

describe.each(["", "/words"])("the apps in development under '%s'", (basePath) => {
  it("know their base path, and forward requests and streams with host and origin", async () => {
    checkout.put("apps/admin/package.json", "{}");
    checkout.put("apps/admin/index.html", "<!doctype html><base href='%BASE_PATH%/admin/'>console");
    const { url, close } = await start(basePath);
    const { origin, host, pathname } = new URL(url);
    try {
      expect(pathname).toBe(`${basePath}/`);
      for (const path of ["/", "/study"]) {
        const html = await (await fetch(origin + basePath + path, page)).text();
        expect(html).toContain(`<base href="${basePath}/">`);
        expect(html).toContain("@vite/client");
      }
      expect(await (await fetch(`${origin}${basePath}/main.ts`)).text()).toContain("alert(ink)");
      const console = await (await fetch(`${origin}${basePath}/admin/`, page)).text();
      expect(console).toContain(`<base href='${basePath}/admin/'>console`);

      const stream = await fetch(`${origin}${basePath}/api/realtime/events?x=1`, {
        headers: { origin, cookie: "token=t" },
      });
      const first = await stream.body?.getReader().read();
      expect(Buffer.from(first?.value ?? "").toString()).toBe("data: 1\n\n");
      expect(asked.map((request) => request.url)).toEqual([`${basePath}/api/realtime/events?x=1`]);
      expect(asked[0]?.headers).toMatchObject({ origin, host, cookie: "token=t" });
    } finally {
      service.closeAllConnections();
      await close();
    }
  });
});

it("nothing is served without apps", async () => {
  const place = { service: "http://127.0.0.1:1", basePath: "", port: 0 };
  expect(findWebApps(join(checkout.root, "packages"))).toEqual([]);
  expect(await startAppServers([], place)).toBeUndefined();
});
