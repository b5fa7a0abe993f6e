import { noticeSentences, type AdminNotification } from "@wordloom/contract";

type Stored = { readonly code: string | null; readonly args_json: string | null };

/** Code and arguments of a row; neither if it has no code, or one of a later release. */
export function sentenceOfRow({
  code,
  args_json,
}: Stored): Pick<AdminNotification, "code" | "args"> {
  if (code === null || args_json === null || !isNoticeCode(code)) return {};
  return { code, args: JSON.parse(args_json) as NonNullable<AdminNotification["args"]> };
}

function isNoticeCode(code: string): code is NonNullable<AdminNotification["code"]> {
  return Object.hasOwn(noticeSentences, code);
}
