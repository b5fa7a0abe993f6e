import { describe, expect, it } from "vitest";
import * as sounds from "@wordloom/testing/content/sounds";
import { usedMs } from "@wordloom/testing/process/cpu-time";
import { soundTypeOf } from "../../../platform/basics/sounds/sound-type.ts";
import { mediaTypeOf } from "./media-type.ts";

const html = "<!doctype html><script>alert(1)</script>";
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
const text = (content: string) => Buffer.from(content, "latin1");

describe("the type of a file", () => {
  const known: Record<string, readonly [Buffer, string]> = {
    "MP3 without a tag": [sounds.mp3(), "audio/mpeg"],
    "MP3 of one frame": [sounds.mp3(1), "audio/mpeg"],
    "MP3 with a tag": [sounds.taggedMp3(), "audio/mpeg"],
    "MP3 with a tag at its end": [
      Buffer.concat([sounds.mp3(2), text("TAG"), Buffer.alloc(125)]),
      "audio/mpeg",
    ],
    "Ogg with Opus": [sounds.ogg("OpusHead"), "audio/ogg"],
    "Ogg with Vorbis": [sounds.ogg("\x01vorbis"), "audio/ogg"],
    WAV: [sounds.wavTone(), "audio/wav"],
    FLAC: [sounds.flac(), "audio/flac"],
    M4A: [sounds.mp4("soun"), "audio/mp4"],
    "WebM with sound": [sounds.webm([2]), "audio/webm"],
    PNG: [sounds.png(), "image/png"],
    JPEG: [Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), "image/jpeg"],
    GIF: [text("GIF89a......"), "image/gif"],
    WebP: [text("RIFF\x10\0\0\0WEBPVP8 "), "image/webp"],
  };
  it.each(Object.entries(known))("shows in its bytes: %s", (_, [bytes, type]) => {
    expect(mediaTypeOf(bytes)).toBe(type);
  });

  const unknown: Record<string, Buffer> = {
    nothing: Buffer.alloc(0),
    "a page": text(html),
    "an SVG": text(svg),
    "an SVG with a byte order mark": text(`\xef\xbb\xbf${svg}`),
    "a page after the first bytes of an MP3": text(`\xff\xfb\x90\x64${html}`),
    "a page after those of a tag": text(`ID3\x04\0\0\0\0\0\x00${html}`),
    "a page after those of an Ogg file": text(`OggS\0\x02${html}`),
    "a page after those of a WAV": text(`RIFF\xff\0\0\0WAVE${html}`),
    "a page after those of a FLAC": text(`fLaC${html}${html}`),
    "a page after those of an M4A": text(`\0\0\0\x10ftypM4A \0\0\0\0${html}`),
    "a page after those of a WebM": text(`\x1aE\xdf\xa3\x80${html}`),
    "a film in Ogg": sounds.ogg("\x01vorbis", "\x80theora"),
    "a film in MPEG-4": sounds.mp4("soun", "vide"),
    "a film in WebM": sounds.webm([1, 2]),
    Matroska: sounds.webm([2], "matroska"),
    "AAC in ADTS": Buffer.from([0xff, 0xf1, 0x50, 0x80, 0x2e, 0x7f, 0xfc, 0, 0, 0]),
    "an MPEG-4 whose box is longer than any file": text("\0\0\0\x01ftyp\xff\xff\xff\xff\xff\xff"),
    "a WAV without sound": sounds.wavTone(0),
    "a WAV that is cut off before its sound": sounds.wavTone().subarray(0, 36),
    "an archive": text("PK\x03\x04............"),
    "a program": text("\x7fELF\x02\x01\x01........."),
  };
  it.each(Object.entries(unknown))("is none that is stored: %s", (_, bytes) => {
    expect(mediaTypeOf(bytes)).toBeUndefined();
  });

  it("of a recording is none of a picture", () => {
    expect(soundTypeOf(sounds.png())).toBeUndefined();
    expect(soundTypeOf(sounds.wavTone())).toBe("audio/wav");
  });

  it("takes no more time for bytes made to mislead", () => {
    const size = 5 * 1024 ** 2;
    const frames = Buffer.alloc(size, Buffer.from([0xff, 0xfb, 0x90, 0x64, 0]));
    frames.set(text("ID3\x04\0\0\0\0\0\0"));
    const before = usedMs();
    for (const bytes of [
      frames,
      Buffer.alloc(size, text("\0\0\0\x08ftyp")),
      Buffer.alloc(size, Buffer.from("1a45dfa380", "hex")),
      Buffer.alloc(size, sounds.ogg("OpusHead").subarray(0, 47)),
    ])
      mediaTypeOf(bytes);
    expect(usedMs() - before).toBeLessThan(500);
  });
});
