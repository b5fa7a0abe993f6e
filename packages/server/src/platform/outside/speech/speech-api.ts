import http from "node:http";
import https from "node:https";
import type { Deps } from "../../../deps.ts";
import { voicesIn } from "../../settings/setting-types.ts";
import {
  bestTag,
  readSound,
  requireSound,
  SLOW_SPEED,
  SPEECH_MAX_MS,
  type SpeechEngine,
  type SpeechOrder,
} from "./speech-engine.ts";
import { SpeechError } from "./speech-error.ts";

const AT_ONCE = 4;
/** Only this part of a refusal is read. */
const DETAIL_MAX_BYTES = 500;

/**
 * The service at TTS_API_URL, which speaks OpenAI's protocol; undefined if there is none.
 *
 * @param maxMs  time limit for a recording
 */
export function speechApi(
  { settings }: Pick<Deps, "settings">,
  maxMs = SPEECH_MAX_MS,
): SpeechEngine | undefined {
  const { TTS_API_URL: base, TTS_API_KEY: key, TTS_MODEL: model = "", TTS_VOICES } = settings;
  if (base === undefined) return undefined;
  const voices = voicesIn(TTS_VOICES) ?? new Map<string, string>();
  const languages = [...voices.keys()].filter((tag) => tag !== "*");
  const url = `${base.replace(/\/audio\/speech$/, "")}/audio/speech`;
  return {
    name: "api",
    version: `${url} ${model}`,
    atOnce: AT_ONCE,
    languages,
    takesOthers: voices.has("*"),
    voiceFor: (language) => voices.get(bestTag(languages, language) ?? "*"),
    reads: () => true,
    async speak(order) {
      const deadline = AbortSignal.timeout(maxMs);
      const response = await send({ url, key, model, order, deadline });
      try {
        await requireSuccess(response);
        return requireSound(await readSound(response).catch(interrupted));
      } finally {
        response.destroy();
      }
    },
  };
}

interface Sent {
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
  readonly order: SpeechOrder;
  readonly deadline: AbortSignal;
}

/**
 * The operator set the address, so it may be private. Redirects are not followed, and a pending
 * request does not keep the process alive.
 */
function send({ url, key, model, order, deadline }: Sent): Promise<http.IncomingMessage> {
  const { text, voice, isSlow } = order;
  const speed = isSlow ? SLOW_SPEED : 1;
  const asked = { model, input: text, voice, response_format: "mp3", speed };
  const body = Buffer.from(JSON.stringify(asked));
  const headers = {
    "content-type": "application/json",
    "content-length": String(body.length),
    "accept-encoding": "identity",
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };
  return new Promise((resolve, reject) => {
    const client = url.startsWith("https:") ? https : http;
    const options = { method: "POST", headers, signal: deadline, agent: false } as const;
    const request = client.request(url, options, resolve);
    request.on("socket", (socket) => socket.unref());
    request.on("error", () => {
      const late = new SpeechError("sound", "it took too long");
      reject(deadline.aborted ? late : new SpeechError("engine", "no connection"));
    });
    request.end(body);
  });
}

/** A refusal of one text says nothing about others; of the caller or everything, it does. */
async function requireSuccess(response: http.IncomingMessage): Promise<void> {
  const status = response.statusCode ?? 0;
  if (status >= 200 && status <= 299) return;
  const fault = [400, 413, 422].includes(status) ? "sound" : "engine";
  throw new SpeechError(fault, `the service answered ${status}`, await startOf(response));
}

async function startOf(response: http.IncomingMessage): Promise<string | undefined> {
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      return piece.toString("utf8", 0, DETAIL_MAX_BYTES);
    }
  } catch {
    // The refusal itself is enough.
  }
  return undefined;
}

function interrupted(error: unknown): never {
  if (error instanceof SpeechError) throw error;
  throw new SpeechError("sound", "the recording was interrupted or took too long");
}
