/**
 * Descriptions of path parameters, by the preceding segment and the name, or by the name alone
 * where the meaning is the same everywhere.
 */
const meanings: Readonly<Record<string, string>> = {
  ":batchId": "Id of the batch of probes, a UUID.",
  ":channel": "Channel of the pack: stable, beta or internal.",
  ":deviceId": "Id of the device, as sent in `x-device-id`; 1 to 128 characters.",
  ":file": "File name of the picture: `<account id>.<png, jpg, gif or webp>`.",
  ":hash": "Hash of the configuration version, 16 hexadecimal digits.",
  ":pack": "Id of the resource pack: 1 to 64 lowercase letters, digits and hyphens.",
  ":packId": "Id of the resource pack: 1 to 64 lowercase letters, digits and hyphens.",
  ":pack_id": "Id of the resource pack: 1 to 64 lowercase letters, digits and hyphens.",
  ":platform": "Platform of the apps: web, ios or android.",
  ":requestId": "Id of the probe on one device, a UUID.",
  ":version": "Version of the pack, such as `1.2.3`.",
  ":wordId": "Id of the word, 1 to 64 characters.",
  ":wordbookId": "Id of the wordbook, a UUID.",
  "admins/:id": "Id of the administrator's account, a UUID.",
  "api-keys/:id": "Id of the API key, a UUID; not the key itself.",
  "audit-log/:id": "Number of the entry, 1 or more.",
  "backups/:name": "Name of the backup's database file, as shown in the list of backups.",
  "browse/:id": "Id of the book in the wordbook center.",
  "clients/:id": "Id of the device, as sent in `x-device-id`; 1 to 128 characters.",
  "dead-letter/:id": "Id of the answer that could not be applied.",
  "dictionaries/:id": "Id of the dictionary, a UUID.",
  "experiments/:id": "Id of the experiment, a UUID.",
  "feedback/:id": "Id of the feedback, a UUID.",
  "import/:id": "Id of the book in the wordbook center.",
  "imports/:id": "Id of the import, a UUID.",
  "jobs/:id": "Id of the dictionary that was sent, a UUID.",
  "media/:id": "Id of the recording or picture, a UUID.",
  "notifications/:id": "Id of the notification, a UUID.",
  "own-words/:id": "Id of one of the caller's own words, or of a library word.",
  "scheduled/:id": "Id of the scheduled broadcast, a UUID.",
  "sessions/:id": "Id of the session, a UUID, as shown in the list of sessions.",
  "snapshots/:id": "Id of the snapshot, a UUID.",
  "suggestions/:id": "Number of the suggestion, 1 or more.",
  "updates/:id": "Id of the imported book in the wordbook center.",
  "users/:id": "Id of the learner's account, a UUID.",
  "word-notes/:id": "Id of the note, a UUID.",
  "wordbooks/:id": "Id of the wordbook, a UUID.",
  "words/:id": "Id of the word, 1 to 64 characters.",
  "workers/:name": "Name of the worker, as shown in the list of workers.",
};

/**
 * The description of a path parameter.
 *
 * @param before the preceding segment
 * @param name without the colon
 * @returns undefined if there is no description
 */
export function meaningOfParameter(before: string, name: string): string | undefined {
  return meanings[`${before}/:${name}`] ?? meanings[`:${name}`];
}
