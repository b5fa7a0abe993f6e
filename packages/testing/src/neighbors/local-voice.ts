import type http from "node:http";
import { text } from "node:stream/consumers";
import { openLocalWeb } from "./local-web.ts";

/** How the voice answers: with a recording, or by a handler. */
export type VoiceBehavior = Uint8Array | ((response: http.ServerResponse) => void);

/** What a request asked for. */
interface AskedSpeech {
  readonly model: string;
  readonly input: string;
  readonly voice: string;
  readonly speed: number;
}

/** A local service with the protocol of speech services. */
export interface LocalVoice {
  /** Settings that connect the service to the voice. */
  readonly settings: Readonly<Record<string, string>>;
  /** The requests so far. */
  readonly asked: AskedSpeech[];
  /** Values of the authorization header so far. */
  readonly keys: (string | undefined)[];
  /** Sets the behavior from now on. */
  behave(behavior: VoiceBehavior): void;
  close(): Promise<void>;
}

export async function openLocalVoice(first: VoiceBehavior = toneOf()): Promise<LocalVoice> {
  const asked: AskedSpeech[] = [];
  const keys: (string | undefined)[] = [];
  let behavior = first;
  const web = await openLocalWeb({
    "/v1/audio/speech": (response) => {
      keys.push(response.req.headers.authorization);
      void text(response.req).then((body) => {
        asked.push(JSON.parse(body) as AskedSpeech);
        if (typeof behavior === "function") behavior(response);
        else response.end(behavior);
      });
    },
  });
  return {
    settings: {
      TTS_API_URL: `${web.url}/v1`,
      TTS_MODEL: "small",
      TTS_VOICES: JSON.stringify({ en: "amy", "en-GB": "alan", de: "anna" }),
    },
    asked,
    keys,
    behave: (next) => void (behavior = next),
    close: web.close,
  };
}

const SAMPLE_RATE = 8_000;
const HEADER_BYTES = 44;

/** A WAV with an audible tone. @param ms its length */
export function toneOf(ms = 200, hertz = 440): Buffer {
  const count = Math.round((SAMPLE_RATE * ms) / 1000);
  const wav = Buffer.alloc(HEADER_BYTES + 2 * count);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(SAMPLE_RATE, 24);
  wav.writeUInt32LE(2 * SAMPLE_RATE, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36);
  wav.writeUInt32LE(2 * count, 40);
  for (let at = 0; at < count; at += 1) {
    const value = Math.round(12_000 * Math.sin((2 * Math.PI * hertz * at) / SAMPLE_RATE));
    wav.writeInt16LE(value, HEADER_BYTES + 2 * at);
  }
  return wav;
}

/** Failures of the voice, each of which must cost no more than the sound. */
export const badVoices: Readonly<Record<string, VoiceBehavior>> = {
  "answers with a page": (response) => void response.end("<html>welcome</html>".repeat(20)),
  "answers with nothing": (response) => void response.end(),
  "answers with a WAV without sound": toneOf(0),
  "sends 10 MB": Buffer.concat([toneOf(), Buffer.alloc(10 * 1024 * 1024)]),
  "answers 500": (response) => void response.writeHead(500).end("{}"),
  "refuses the key": (response) => void response.writeHead(401).end("{}"),
  redirects: (response) => void response.writeHead(307, { location: "/else" }).end(),
  "closes the connection": (response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write(toneOf().subarray(0, 100));
    setImmediate(() => response.destroy());
  },
};
