import { get } from "node:http";

/** @returns bytes of a file as the service sends it to clients that accept gzip */
export function gzipSize(url: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  get(url, { headers: { "accept-encoding": "gzip" } }, (response) => {
    let bytes = 0;
    response.on("data", (chunk: Buffer) => (bytes += chunk.length));
    response.on("end", () => resolve(bytes));
  }).on("error", reject);
  return promise;
}
