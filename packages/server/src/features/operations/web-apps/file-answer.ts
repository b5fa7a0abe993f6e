import { stream } from "@wordloom/contract";
import { bestEncoding } from "../../../platform/http/accept.ts";
import type { FallbackAnswer } from "../../../platform/http/unknown-routes.ts";
import type { RequestFacts } from "../../../platform/http/route.ts";
import type { Encoding, WebFile } from "./web-files.ts";

/** The name of a hashed file changes with its content. */
const FOR_EVER = "public, max-age=31536000, immutable";
/** May be cached, but must be revalidated each time. */
const ASK_AGAIN = "no-cache";

/** The content type is a header, because it differs between files. */
const reply = stream("");

type Respond = (request: Pick<RequestFacts, "header">) => FallbackAnswer;

/**
 * Prepares the replies to requests for a file: in the best encoding the caller accepts, or 304 if
 * the caller has it. Ranges are not served: files are small, and whole files are always allowed.
 *
 * @param headers  of all files
 * @param template  for metrics
 * @param vary  request headers, besides Accept-Encoding, that decide whether this file is sent
 */
export function respondWith(
  file: WebFile,
  headers: Readonly<Record<string, string>>,
  template: string,
  vary?: string,
): Respond {
  const offered = (["br", "gzip"] as const).filter((encoding) => file[encoding] !== undefined);
  const varies = [vary, offered.length > 0 ? "accept-encoding" : undefined].filter(Boolean);
  const headersOf = (encoding: Encoding) => ({
    ...headers,
    "content-type": file.type,
    "cache-control": file.hashed ? FOR_EVER : ASK_AGAIN,
    // Each encoding has its own etag, because the bytes differ.
    etag: `"${file.etag}${encoding === "identity" ? "" : `-${encoding}`}"`,
    ...(varies.length > 0 && { vary: varies.join(", ") }),
    ...(encoding !== "identity" && { "content-encoding": encoding }),
  });
  const answers = Object.fromEntries(
    [...offered, "identity" as const].map((encoding) => {
      const extras = { headers: headersOf(encoding) };
      const full = { status: 200, data: file[encoding], extras, reply, template };
      return [encoding, { full, unchanged: { ...full, status: 304, data: "" } }];
    }),
  );
  return (request) => {
    const answer = answers[bestEncoding(request.header("accept-encoding"), offered)];
    if (answer === undefined) throw new Error("a file without content");
    const { etag } = answer.full.extras.headers;
    const isKnown = request.header("if-none-match")?.includes(etag) ?? false;
    return isKnown ? answer.unchanged : answer.full;
  };
}
