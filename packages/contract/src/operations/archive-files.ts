/** The file that says what the archive of an account holds. */
export const ARCHIVE_MANIFEST = "manifest.json";

/** The file in an archive with the content of a recording or picture. */
export const archivedMedia = (id: string): string => `media/${id}`;
