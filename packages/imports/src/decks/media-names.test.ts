import { describe, expect, it } from "vitest";
import { mediaNamesIn } from "./media-names.ts";

describe("the files of a note", () => {
  it.each([
    [["das Haus [sound:haus.mp3]"], ["haus.mp3"]],
    [
      ["[sound:a.mp3][sound:b.ogg]", "[sound:a.mp3]"],
      ["a.mp3", "b.ogg"],
    ],
    [["[sound:R&amp;B.mp3]"], ["R&B.mp3"]],
    [["[sound:u\u0308.mp3]"], ["ü.mp3"]],
    [
      ['<img src="haus.png">', "<IMG alt=x src='b.gif'/><img src=c.jpg>"],
      ["haus.png", "b.gif", "c.jpg"],
    ],
    [
      ['<img src="my%20cat.png">', '<img src="100%.png">'],
      ["my cat.png", "100%.png"],
    ],
    [['<img src="https://example.org/a.png"><img src="data:image/png;base64,AA">'], []],
    [["", "no files"], []],
  ])("are those that its fields name: %j", (fields, names) => {
    expect(mediaNamesIn(fields)).toEqual(names);
  });

  // A pattern that begins again at each mark would take longer than a test may.
  it("are found whatever the fields hold", () => {
    const fields = [
      "<img ".repeat(400_000),
      "[sound:".repeat(400_000),
      "<img src=".repeat(400_000),
    ];
    expect(mediaNamesIn(fields)).toEqual([]);
  });
});
