import { describe, expect, it } from "vitest";
import { judgeContentSlots, type SlotItem } from "./content-slots.ts";

const item = { id: "a", kind: "notice", title: "Hello", priority: 1 };
const payload = (items: readonly unknown[], name = "home-top") => ({
  schema: 1,
  slots: { [name]: items },
});
const readSlots = (value: unknown) => judgeContentSlots(value).content;
const itemsOf = (items: readonly unknown[]) => readSlots(payload(items))?.["home-top"];
const one = (change: object): SlotItem | undefined => itemsOf([{ ...item, ...change }])?.[0];

describe("the content of slots", () => {
  it.each([
    ["another schema", { schema: 2, slots: {} }],
    ["no slots", { schema: 1 }],
    ["slots as a list", { schema: 1, slots: [] }],
    ["a list", []],
    ["null", null],
    ["a text", "slots"],
  ])("rejects %s as a payload of this pack", (_what, value) =>
    expect(readSlots(value)).toBeUndefined(),
  );

  it("reads a full item", () => {
    const full = {
      ...item,
      body: "Two\nlines",
      imageUrl: "https://img.example.org/a.png",
      deeplink: "wordloom://word/w1",
      gradientStart: "#AA00ff",
      gradientEnd: "#000000",
      level: "warning",
      dismissible: true,
      startAt: "2026-11-22T10:00:00Z",
      endAt: "2026-11-22T12:00:00.5+01:00",
    };
    expect(one(full)).toEqual({
      id: "a",
      kind: "notice",
      title: "Hello",
      body: "Two\nlines",
      priority: 1,
      imageUrl: "https://img.example.org/a.png",
      target: "word/w1",
      gradient: ["#AA00ff", "#000000"],
      isWarning: true,
      isDismissible: true,
      startMs: Date.UTC(2026, 10, 22, 10),
      endMs: Date.UTC(2026, 10, 22, 11, 0, 0, 500),
    });
  });

  it("reads an empty payload, which withdraws the content shown before", () => {
    expect(readSlots({ schema: 1, slots: {} })).toEqual({});
    expect(readSlots(payload([]))).toEqual({ "home-top": [] });
  });

  it("ignores unknown slots", () => {
    expect(readSlots(payload([item], "footer"))).toEqual({});
    expect(readSlots(payload([item], "__proto__"))).toEqual({});
  });

  it.each([
    ["no id", { id: undefined }],
    ["an id that is no text", { id: 7 }],
    ["a kind of a later version", { kind: "carousel" }],
    ["neither title nor body", { title: " ", body: "" }],
    ["a start that is no time", { startAt: "tomorrow" }],
    ["an end without a zone", { endAt: "2026-11-22T10:00:00" }],
    ["an impossible time", { startAt: "2026-13-22T10:00:00Z" }],
  ])("leaves out an item with %s, and keeps the others", (_what, change) => {
    const items = itemsOf([{ ...item, ...change }, { ...item, id: "b" }, "no item", null]);
    expect(items?.map(({ id }) => id)).toEqual(["b"]);
  });

  it("keeps an id once, over all slots", () => {
    const slots = { "home-top": [item, { ...item, title: "2" }], "update-notice": [item] };
    const read = readSlots({ schema: 1, slots });
    expect(Object.values(read ?? {}).flat()).toHaveLength(1);
  });

  it("sorts by priority, then by the given order", () => {
    const given = [
      { ...item, id: "low", priority: -1 },
      { ...item, id: "first", priority: 5 },
      { ...item, id: "second", priority: 5 },
      { ...item, id: "none", priority: "high" },
    ];
    expect(itemsOf(given)?.map(({ id }) => id)).toEqual(["first", "second", "none", "low"]);
  });

  it.each([
    "http://img.example.org/a.png",
    "javascript:alert(1)",
    "data:image/svg+xml,<svg/>",
    "https://user:secret@img.example.org/a.png",
    "//img.example.org/a.png",
    "",
    7,
  ])("shows no picture from %j", (imageUrl) => expect(one({ imageUrl })?.imageUrl).toBeUndefined());

  it("accepts only two valid colors", () => {
    const broken = { gradientStart: "#112233", gradientEnd: "url(https://x)" };
    expect(one(broken)?.gradient).toBeUndefined();
    expect(one({ gradientStart: "#112233" })?.gradient).toBeUndefined();
  });

  it("cuts texts that are too long between characters", () => {
    expect(one({ title: "𝄞".repeat(300) })?.title).toBe(`${"𝄞".repeat(199)}…`);
    expect([...(one({ body: "b".repeat(9_000) })?.body ?? "")]).toHaveLength(2_000);
  });

  it("distinguishes a link without a target from an item without a link", () => {
    expect(one({ deeplink: "wordloom://shop/offers" })?.target).toBeNull();
    expect(one({})?.target).toBeUndefined();
  });
});

describe("the faults of slots", () => {
  const faultsOf = (value: unknown) =>
    judgeContentSlots(value).faults.map(({ path, rule, effect }) => `${path} ${rule} ${effect}`);

  it("are empty for a payload that is valid throughout", () => {
    expect(
      faultsOf(payload([item, { ...item, id: "b", level: "info", dismissible: true }])),
    ).toEqual([]);
  });

  it("give the reason why a payload is refused", () => {
    expect(faultsOf([])).toEqual([" object refused"]);
    expect(faultsOf({ schema: 2, slots: {} })).toEqual(["schema schema refused"]);
    expect(faultsOf({ schema: 1, slots: [] })).toEqual(["slots object refused"]);
  });

  it("list unknown slots, and slots that are not lists", () => {
    const slots = { footer: [item], "home-top": item };
    expect(faultsOf({ schema: 1, slots })).toEqual([
      "slots.footer known_slot left_out",
      "slots.home-top list left_out",
    ]);
  });

  it.each([
    [{ id: 7 }, "id id left_out"],
    [{ kind: "carousel" }, "kind kind left_out"],
    [{ title: " " }, "title title_or_body left_out"],
    [{ body: 7 }, "body text ignored"],
    [{ title: "t".repeat(201) }, "title length ignored"],
    [{ imageUrl: "http://img.example.org/a.png" }, "imageUrl https_address ignored"],
    [{ deeplink: "wordloom://shop/offers" }, "deeplink link_target ignored"],
    [{ gradientStart: "#112233" }, "gradientEnd two_colours ignored"],
    [{ level: "alarm" }, "level level ignored"],
    [{ dismissible: "yes" }, "dismissible boolean ignored"],
    [{ priority: "high" }, "priority number ignored"],
    [{ startAt: "tomorrow" }, "startAt time left_out"],
    [{ tittle: "Hello" }, "tittle known_field ignored"],
    [
      { startAt: "2026-01-02T00:00:00Z", endAt: "2026-01-01T00:00:00Z" },
      "endAt end_after_start ignored",
    ],
  ])("give the path of %j", (change, fault) => {
    expect(faultsOf(payload([item, { ...item, id: "b", ...change }]))).toEqual([
      `slots.home-top[1].${fault}`,
    ]);
  });

  it("list entries that are not items, and repeated ids", () => {
    expect(faultsOf(payload([item, null, item]))).toEqual([
      "slots.home-top[1] object left_out",
      "slots.home-top[2].id new_id left_out",
    ]);
  });
});
