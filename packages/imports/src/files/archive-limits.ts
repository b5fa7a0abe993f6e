/** Files in an archive. */
export const ENTRIES_MAX = 20_000;
/** Everything in an archive together, bytes. */
export const UNPACKED_MAX = 1024 ** 3;
/** Above this size, bytes, a file may not be packed more tightly than the ratio. */
export const SMALL = 1024 ** 2;
export const RATIO_MAX = 200;
