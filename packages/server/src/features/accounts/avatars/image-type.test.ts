import { describe, expect, it } from "vitest";
import { imageTypeOf } from "./image-type.ts";

const of = (text: string) => imageTypeOf(Buffer.from(text, "latin1"));

describe("imageTypeOf", () => {
  it.each([
    ["\x89PNG\r\n\x1a\n....", "png"],
    ["\xff\xd8\xff\xe0..JFIF", "jpg"],
    ["GIF87a", "gif"],
    ["GIF89a...", "gif"],
    ["RIFF\x10\0\0\0WEBPVP8 ", "webp"],
  ])("recognizes %j", (text, type) => expect(of(text)).toBe(type));

  it.each(["", "\x89PNG", "\xff\xd8", "GIF88a", "RIFF\x10\0\0\0WAVE", "RIFF", "<svg/>", "BM...."])(
    "does not recognize %j as a picture",
    (text) => expect(of(text)).toBeUndefined(),
  );
});
