/** Small recordings and pictures of each kind that the service takes. */

/** A tone of 8,000 samples a second in 8 bits. */
export function wavTone(seconds = 0.4, hertz = 440): Buffer {
  const rate = 8_000;
  const samples = Buffer.from(
    Array.from({ length: Math.round(seconds * rate) }, (_, at) =>
      Math.round(128 + 100 * Math.sin((2 * Math.PI * hertz * at) / rate)),
    ),
  );
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** Frames of 417 bytes: layer III, 128 kbit/s at 44.1 kHz, with silence. */
export function mp3(frames = 3): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x64]);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

/** The same after a tag of 20 bytes. */
export function taggedMp3(): Buffer {
  const tag = Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0\x14", "latin1"), Buffer.alloc(20)]);
  return Buffer.concat([tag, mp3()]);
}

/** One page for each codec's header, and one with sound. */
export function ogg(...codecs: readonly string[]): Buffer {
  const page = (flags: number, content: string) => {
    const head = Buffer.alloc(28);
    head.write("OggS");
    head[5] = flags;
    head[26] = 1;
    head[27] = content.length;
    return Buffer.concat([head, Buffer.from(content, "latin1")]);
  };
  return Buffer.concat([...codecs.map((codec) => page(2, codec.padEnd(19, "\0"))), page(0, "x")]);
}

export function flac(): Buffer {
  return Buffer.concat([Buffer.from("fLaC\x80\0\0\x22", "latin1"), Buffer.alloc(40)]);
}

function box(name: string, ...content: readonly Buffer[]): Buffer {
  const inside = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + inside.length);
  head.write(name, 4, "latin1");
  return Buffer.concat([head, inside]);
}

/** @param kinds  of its tracks: `soun`, `vide` */
export function mp4(...kinds: readonly string[]): Buffer {
  const track = (kind: string) =>
    box("trak", box("mdia", box("hdlr", Buffer.from(`\0\0\0\0\0\0\0\0${kind}`))));
  const file = box("ftyp", Buffer.from("M4A \0\0\0\0"));
  return Buffer.concat([file, box("moov", ...kinds.map(track)), box("mdat", Buffer.alloc(9))]);
}

function element(id: string, content: Buffer): Buffer {
  const size = Buffer.from([0x40 | (content.length >> 8), content.length & 0xff]);
  return Buffer.concat([Buffer.from(id, "hex"), size, content]);
}

/** As a recorder writes it, which does not know the length. @param kinds  2: sound, 1: video */
export function webm(kinds: readonly number[], docType = "webm"): Buffer {
  const tracks = kinds.map((kind) => element("ae", element("83", Buffer.from([kind]))));
  return Buffer.concat([
    element("1a45dfa3", element("4282", Buffer.from(docType))),
    Buffer.from("1853806701ffffffffffffff", "hex"),
    element("1654ae6b", Buffer.concat(tracks)),
    element("1f43b675", Buffer.alloc(20)),
  ]);
}

export function png(size = 100): Buffer {
  const head = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([head, Buffer.alloc(size - head.length)]);
}
