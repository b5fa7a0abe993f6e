import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Other file types are already compressed. */
const COMPRESSIBLE = /\.(css|js|json|mjs|svg|txt|wasm|webmanifest)$/;
/** A smaller file fits into one packet anyway. */
const BYTES_MIN = 1_024;
/** A copy that is hardly smaller is not worth decompressing. */
const SHARE_MAX = 0.95;

const encoders = {
  ".br": (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  ".gz": (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
} as const;

/**
 * Adds compressed copies to a built app: `x.js.br` and `x.js.gz` next to `x.js`. Skips the index
 * page, which the service completes first.
 */
export async function compressFiles(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => COMPRESSIBLE.test(name)).map((name) => join(folder, name));
  await Promise.all(files.map(compress));
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < BYTES_MIN) return;
  for (const [extension, encode] of Object.entries(encoders)) {
    const copy = await encode(bytes);
    if (copy.length <= bytes.length * SHARE_MAX) await writeFile(file + extension, copy);
  }
}
