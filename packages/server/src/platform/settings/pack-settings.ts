import * as types from "./setting-types.ts";

/** Where clients find resource packs, and which key signs them. */
export const packSettings = {
  RESOURCE_PACK_BASE_URL: {
    type: types.webUrl,
    about: "Prefix of download addresses of resource packs; if empty, the request's host.",
  },
  RESOURCE_PACK_TRUSTED_HOSTS: {
    type: types.text.transform(types.commaList),
    fallback: "",
    about: "Host names that a trusted proxy may forward for download addresses, without port.",
  },
  RESOURCE_PACK_SIGNING_KEY: {
    type: types.text,
    secret: true,
    about: "Ed25519 key (PKCS#8 PEM) that signs resource packs; if empty, the file in keys/.",
  },
} as const;
