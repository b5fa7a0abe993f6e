import * as types from "./setting-types.ts";

/** Settings for finding and installing new releases; see docs/operating/updates.md. */
export const updateSettings = {
  UPDATE_CHECK_API_URL: {
    type: types.webUrlOrNone,
    keepsEmpty: true,
    about:
      "Address of the list of releases, with its per_page query; if unset, the one built into " +
      "this release. An empty value turns all checks off.",
  },
  UPDATE_CHECK_CACHE_TTL_SECS: {
    type: types.seconds,
    fallback: "3600",
    about: "The worker fetches the list of releases only if the last one is older than this.",
  },
  ENABLE_UPDATE_CHECKER_WORKER: {
    type: types.flag,
    fallback: "true",
    about: "Check for new releases on the hour.",
  },
  UPDATE_CHECKER_INTERVAL_SECS: {
    type: types.seconds,
    fallback: "3600",
    about: "No effect; the worker runs on the hour.",
  },
  UPDATE_ACCESS_TOKEN: {
    type: types.text,
    secret: true,
    about:
      "Access token for the list of releases, which allows more requests an hour; sent to its " +
      "host only.",
  },
  UPDATE_DOWNLOAD_MIRROR_PREFIX: {
    type: types.mirrorPrefix,
    about:
      "Prefix for the address of a tarball; checksum and signature never come from the mirror.",
  },
  UPDATE_ALLOW_DOWNGRADE: {
    type: types.flag,
    fallback: "false",
    about: "Allow installing an older release, or the running one again.",
  },
  UPDATE_INSTALL_DIR: {
    type: types.text,
    about: "Folder for installed releases; if unset, the folder of the running release.",
  },
  UPDATE_MAX_TARBALL_BYTES: {
    type: types.integer(1, 1_073_741_824),
    fallback: "209715200",
    about: "Largest tarball to download, bytes.",
  },
} as const;
