import { createHash, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import type { BrowserContext, Route } from "playwright-core";

/** Stands in for the operator's packs, for the browsers of a test. */
export interface PackPublisher {
  /** Puts a version into force in the channel `stable`, with its payload signed unchanged. */
  publish(packId: string, version: string, payload: unknown): void;
  /** Serves another payload than the one that was signed. */
  tamper(packId: string, payload: unknown): void;
  /** Signs everything with another key from now on, and serves that key. */
  replaceKeys(): void;
  /** Takes the version out of force. */
  withdraw(packId: string): void;
  /** Answers this browser's requests about packs. */
  serve(context: BrowserContext): Promise<void>;
  /** Number of payloads sent. */
  readonly downloads: () => number;
}

interface Version {
  readonly manifest: { readonly sha256: string; readonly version: string };
  bytes: Buffer;
}

/** The interface of packs as clients see it, with real signatures. */
export function openPackPublisher(): PackPublisher {
  let keys = generateKeyPairSync("ed25519");
  let downloads = 0;
  const active = new Map<string, Version>();
  const answer = (route: Route): Promise<void> => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith("/resource-packs")) {
      const data = [...active.keys()].map((packId) => ({ packId }));
      return route.fulfill({ json: { success: true, data } });
    }
    if (pathname.endsWith("/public-key")) {
      const data = { publicKey: rawKey(keys.publicKey), algorithm: "ed25519" };
      return route.fulfill({ json: { success: true, data } });
    }
    const [, packId = ""] = /^\/(?:api\/resource-)?packs\/([^/]+)\//.exec(pathname) ?? [];
    const found = active.get(packId);
    if (found === undefined) {
      const json = { success: false, code: "RESOURCE_PACK_NOT_FOUND", message: "none" };
      return route.fulfill({ status: 404, json });
    }
    if (pathname.endsWith("/manifest")) {
      return route.fulfill({ json: { success: true, data: found.manifest } });
    }
    downloads += 1;
    return route.fulfill({ body: found.bytes, contentType: "application/json" });
  };
  return {
    publish(packId, version, payload) {
      const bytes = Buffer.from(JSON.stringify(payload));
      const manifest = {
        packId,
        version,
        channel: "stable",
        minAppVersion: null,
        downloadURL: `http://elsewhere.example/packs/${packId}/${version}/payload.json`,
        sha256: createHash("sha256").update(bytes).digest("hex"),
        sizeBytes: bytes.length,
        signature: sign(null, bytes, keys.privateKey).toString("base64"),
        signatureAlgorithm: "ed25519",
      };
      active.set(packId, { manifest, bytes });
    },
    tamper(packId, payload) {
      const found = active.get(packId);
      if (found !== undefined) found.bytes = Buffer.from(JSON.stringify(payload));
    },
    replaceKeys() {
      keys = generateKeyPairSync("ed25519");
    },
    withdraw: (packId) => void active.delete(packId),
    async serve(context) {
      await context.route("**/api/resource-packs?*", answer);
      await context.route("**/api/resource-packs/**", answer);
      await context.route("**/packs/**", answer);
    },
    downloads: () => downloads,
  };
}

function rawKey(key: KeyObject): string {
  return Buffer.from(String(key.export({ format: "jwk" }).x), "base64url").toString("base64");
}
