import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  closeKeptSounds,
  isSoundKept,
  keepSound,
  keptSound,
  openKeptSounds,
} from "./kept-sounds.ts";

const PATH = "/api/media/0d9f";

/** A store of the browser that writes only when it is told to. */
function slowStore() {
  const entries = new Map<string, Response>();
  const waiting: (() => void)[] = [];
  const cache = {
    keys: async () => [],
    match: async (path: string) => entries.get(path)?.clone(),
    put: async (path: string, reply: Response) => {
      await new Promise<void>((goOn) => waiting.push(goOn));
      entries.set(path, reply);
    },
    delete: async (path: string) => entries.delete(path),
  };
  const store = { keys: async () => [], open: async () => cache, delete: async () => true };
  return { store, write: () => waiting.splice(0).forEach((goOn) => goOn()), waiting };
}

describe("the sounds that this browser keeps", () => {
  let slow: ReturnType<typeof slowStore>;
  beforeEach(async () => {
    slow = slowStore();
    vi.stubGlobal("caches", slow.store);
    await openKeptSounds("learner");
  });
  afterEach(async () => {
    await closeKeptSounds();
    vi.unstubAllGlobals();
  });

  it("count once they are stored", async () => {
    const keeping = keepSound(PATH, new Blob(["ship"]));
    expect(isSoundKept(PATH)).toBe(false);
    slow.write();
    await keeping;
    expect(isSoundKept(PATH)).toBe(true);
    expect(await (await keptSound(PATH))?.text()).toBe("ship");
  });

  it("are there for a second press while the first stores them anew", async () => {
    const keeping = keepSound(PATH, new Blob(["ship"]));
    slow.write();
    await keeping;
    expect(await (await keptSound(PATH))?.text()).toBe("ship");
    expect(slow.waiting).toHaveLength(1);
    expect(isSoundKept(PATH)).toBe(true);
    expect(await (await keptSound(PATH))?.text()).toBe("ship");
  });
});
