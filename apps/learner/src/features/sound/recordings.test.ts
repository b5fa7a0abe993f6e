import { describe, expect, it } from "vitest";
import { createRecordings } from "./recordings.ts";

const PATH = "/api/media/0d9f";

/** Counts what is fetched and given back. */
function recorded(fails = 0) {
  const fetched: string[] = [];
  const revoked: string[] = [];
  const recordings = createRecordings({
    async bytes(path) {
      fetched.push(path);
      if (fetched.length <= fails) throw new Error("no reply");
      return new Blob([path]);
    },
    addressOf: (bytes) => `blob:${bytes.size}`,
    revoke: (address) => revoked.push(address),
  });
  return { recordings, fetched, revoked };
}

describe("the recording of a word", () => {
  it("is what the service keeps, and nothing of another server", () => {
    const { recordings } = recorded();
    expect(recordings(PATH)?.path).toBe(PATH);
    for (const other of [null, "", "https://example.org/a.mp3", "/api/media/", "/api/media/../me"])
      expect(recordings(other)).toBeUndefined();
  });

  it("is fetched once, however often it is heard", async () => {
    const { recordings, fetched } = recorded();
    const heard = await Promise.all([recordings(PATH)?.load(), recordings(PATH)?.load()]);
    expect(heard).toEqual(["blob:15", "blob:15"]);
    expect(fetched).toEqual([PATH]);
  });

  it("is asked for again after a failure", async () => {
    const { recordings, fetched } = recorded(1);
    await expect(recordings(PATH)?.load()).rejects.toThrow("no reply");
    await expect(recordings(PATH)?.load()).resolves.toBe("blob:15");
    expect(fetched).toHaveLength(2);
  });

  it("is given back when forty others were heard since", async () => {
    const { recordings, fetched, revoked } = recorded();
    for (let n = 0; n <= 40; n += 1) await recordings(`/api/media/${n}`)?.load();
    await Promise.resolve();
    expect(revoked).toHaveLength(1);
    await recordings("/api/media/0")?.load();
    expect(fetched).toHaveLength(42);
  });
});
