import { describe, expect, it } from "vitest";
import { createTestClock } from "@wordloom/testing/service/test-clock";
import { createTtlCache, type TtlCache, type TtlCacheOptions } from "./ttl-cache.ts";

// Entries are valid for their time, limited in number, and never older than the last change made
// here. The cached values are letters by name; the tests list what had to be loaded.
const OPTIONS: TtlCacheOptions<string> = { entriesMax: 3, ttlMs: 1_000 };

function setUp(options: Partial<TtlCacheOptions<string>> = {}) {
  const clock = createTestClock();
  const map = createTtlCache<string>(clock, { ...OPTIONS, ...options });
  const asked: string[] = [];
  const read = async (...keys: string[]) => {
    const found = await map.read(keys, async (missing) => {
      asked.push(missing.join(""));
      return lettersOf(missing);
    });
    return [...found].map(([key, value]) => key + value).join(" ");
  };
  return { clock, map, asked, read };
}

/** Capital letters; nothing for a name that is not a letter. */
function lettersOf(keys: readonly string[]): Map<string, string> {
  return new Map(keys.filter((key) => /[a-z]/.test(key)).map((key) => [key, key.toUpperCase()]));
}

describe("createTtlCache", () => {
  it("keeps an entry for its time", () => {
    const { clock, map } = setUp();
    map.set("a", "A");
    clock.advance(999);
    expect(map.get("a")).toBe("A");
    clock.advance(1);
    expect(map.get("a")).toBeUndefined();
  });

  it("lets the value determine the time, which may be unlimited", () => {
    const ttlMs = (value: string) => (value === "good" ? Infinity : 10);
    const { clock, map } = setUp({ ttlMs });
    map.set("a", "good");
    map.set("b", "bad");
    clock.advance(10);
    expect([map.get("a"), map.get("b")]).toEqual(["good", undefined]);
  });

  it("loads all missing values at once, and no cached ones", async () => {
    const { clock, asked, read } = setUp();
    expect(await read("a", "b")).toBe("aA bB");
    clock.advance(500);
    expect(await read("c", "a")).toBe("cC aA");
    expect(await read("a", "b", "c")).toBe("aA bB cC");
    clock.advance(500);
    expect(await read("a", "c")).toBe("aA cC");
    expect(asked).toEqual(["ab", "c", "a"]);
  });

  it("loads missing keys again", async () => {
    const { asked, read } = setUp();
    expect(await read("a", "1")).toBe("aA");
    expect(await read("a", "1")).toBe("aA");
    expect(asked).toEqual(["a1", "1"]);
  });

  it("caches empty values", async () => {
    const map = createTtlCache<undefined>(createTestClock(), { entriesMax: 3, ttlMs: 1_000 });
    let reads = 0;
    const load = async (missing: readonly string[]) => {
      reads += 1;
      return new Map(missing.map((key) => [key, undefined]));
    };
    for (const _ of [1, 2]) expect((await map.read(["a"], load)).has("a")).toBe(true);
    expect(reads).toBe(1);
  });

  it("loads a single missing value, and caches it unless it is undefined", async () => {
    const { clock, map } = setUp();
    const asked: string[] = [];
    const read = (value: string | undefined) =>
      map.readOne("a", async () => {
        asked.push(value ?? "none");
        return value;
      });
    expect([await read(undefined), await read("old"), await read("new")]).toEqual([
      undefined,
      "old",
      "old",
    ]);
    clock.advance(1_000);
    expect([await read("new"), asked]).toEqual(["new", ["none", "old", "new"]]);
  });

  it("does not cache a value that was loaded during a forget", async () => {
    const { map } = setUp();
    const found = await map.readOne("a", async () => {
      map.forget("b");
      return "old";
    });
    expect([found, map.get("a")]).toEqual(["old", undefined]);
  });

  it("drops the oldest entry if there are too many", () => {
    const { map } = setUp();
    for (const key of ["a", "b", "c", "a", "d"]) map.set(key, key);
    expect(["a", "b", "c", "d"].map((key) => map.get(key))).toEqual(["a", undefined, "c", "d"]);
  });

  it("returns all requested values, however few it may keep", async () => {
    const { read } = setUp();
    await read("a", "b", "c");
    expect(await read("a", "b", "c", "d", "e")).toBe("aA bB cC dD eE");
  });

  it("forgets one entry, or those that match a condition", () => {
    const { map } = setUp();
    for (const key of ["a", "b", "c"]) map.set(key, key);
    map.forget("a");
    expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([undefined, "b", "c"]);
    map.forgetWhere((value) => value === "b");
    expect([map.get("b"), map.get("c")]).toEqual([undefined, "c"]);
  });

  it.each([
    ["by name", (map: TtlCache<string>) => map.forget("b")],
    ["by what it is", (map: TtlCache<string>) => map.forgetWhere(() => false)],
  ])("caches nothing read while something was forgotten %s", async (_, forget) => {
    const { map } = setUp();
    const found = await map.read(["a"], async () => {
      forget(map);
      return new Map([["a", "old"]]);
    });
    expect(found.get("a")).toBe("old");
    expect(map.get("a")).toBeUndefined();
  });

  it("drops expired entries when swept", () => {
    const { clock, map } = setUp();
    map.set("a", "A");
    clock.advance(500);
    map.set("b", "B");
    clock.advance(500);
    expect(map.sweep()).toBe(1);
    expect(map.sweep()).toBe(0);
    expect(map.get("b")).toBe("B");
  });

  it("caches nothing of a failed load", async () => {
    const { map, read } = setUp();
    const failing = map.read(["a"], () => Promise.reject(new Error("no database")));
    await expect(failing).rejects.toThrow("no database");
    expect(await read("a")).toBe("aA");
  });
});
