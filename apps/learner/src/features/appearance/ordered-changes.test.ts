import { describe, expect, it } from "vitest";
import { orderedChanges } from "./ordered-changes.ts";

interface Looks {
  readonly theme: string;
  readonly language: string;
}

/** A service that replies when the test lets it; `taken` lists what the app accepted, in order. */
function slowService() {
  const stored = { theme: "system", language: "en" };
  const open: (() => void)[] = [];
  const taken: Looks[] = [];
  const changes = orderedChanges<Looks>({
    send: (change) =>
      new Promise((resolve, reject) => {
        open.push(() => {
          if (change.theme === "refused") return reject(new Error("refused"));
          Object.assign(stored, change);
          resolve({ ...stored });
        });
      }),
    accept: (looks) => void taken.push(looks),
  });
  const answer = async () => {
    await Promise.resolve();
    open.shift()?.();
  };
  return { ...changes, answer, open, taken };
}

describe("ordered changes", () => {
  it("are sent one after the other", async () => {
    const { change, answer, open } = slowService();
    const both = Promise.all([change({ theme: "dark" }), change({ language: "de" })]);
    await answer();
    expect(open).toHaveLength(0);
    await expect.poll(() => open.length).toBe(1);
    await answer();
    await both;
  });

  it("are not undone by the reply to an earlier one", async () => {
    const { change, answer, open, taken, waiting } = slowService();
    const both = Promise.all([change({ theme: "dark" }), change({ language: "de" })]);
    expect(waiting.get()).toEqual({ theme: "dark", language: "de" });
    await answer();
    await expect.poll(() => open.length).toBe(1);
    expect(taken).toEqual([{ theme: "dark", language: "de" }]);
    expect(waiting.get()).toEqual({ language: "de" });
    await answer();
    await both;
    expect(taken.at(-1)).toEqual({ theme: "dark", language: "de" });
    expect(waiting.get()).toEqual({});
  });

  it("stop waiting once refused, and do not block later ones", async () => {
    const { change, answer, open, taken, waiting } = slowService();
    const refused = change({ theme: "refused" });
    const next = change({ language: "de" });
    await answer();
    await expect(refused).rejects.toThrow("refused");
    expect(waiting.get()).toEqual({ language: "de" });
    await expect.poll(() => open.length).toBe(1);
    await answer();
    await next;
    expect(taken).toEqual([{ theme: "system", language: "de" }]);
  });
});
