import { connect, type AddressInfo, type Server, type Socket } from "node:net";

/** @param url  of a database: with a host name, or with a socket folder as `host` */
export function reachServer(url: string): Socket {
  const target = new URL(url);
  const folder = target.searchParams.get("host");
  const port = Number(target.port || 5432);
  return folder === null ? connect(port, target.hostname) : connect(`${folder}/.s.PGSQL.${port}`);
}

/** The URL of a database through a proxy on this machine. */
export function urlBy(proxy: Server, url: string): string {
  const own = new URL(url);
  own.searchParams.delete("host");
  own.hostname = "127.0.0.1";
  own.port = String((proxy.address() as AddressInfo).port);
  return own.href;
}
