import { describe, expect, it } from "vitest";
import { createEventReader } from "./event-reader.ts";

describe("the reader of event streams", () => {
  it("emits an event at its empty line, no matter how the stream is split", () => {
    const text = 'retry: 3000\n\nid: 7\nevent: incident\ndata: {"type":"incident"}\n\n: ping\n\n';
    for (let cut = 0; cut <= text.length; cut += 1) {
      const read = createEventReader();
      const events = [...read(text.slice(0, cut)), ...read(text.slice(cut))];
      expect(events).toEqual([{ id: "7", data: '{"type":"incident"}' }]);
    }
  });

  it("joins data lines and remembers the last id", () => {
    const read = createEventReader();
    expect(read("id: 1\ndata: a\ndata:b\n\ndata: c\n\n")).toEqual([
      { id: "1", data: "a\nb" },
      { id: "1", data: "c" },
    ]);
  });

  it("accepts line ends of other systems, even if split in two", () => {
    const read = createEventReader();
    expect([...read("data: a\r"), ...read("\n\r\ndata: b\n"), ...read("\n")]).toEqual([
      { id: undefined, data: "a" },
      { id: undefined, data: "b" },
    ]);
  });
});
