/** Of a pack. */
export const packIdForm = /^[a-z0-9-]{1,64}$/;

/** Of clients' and packs' versions: semver without a leading `v`. */
export const packVersionForm = /^\d{1,9}\.\d{1,9}\.\d{1,9}(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;
