import { readFileSync } from "node:fs";
import { Language } from "@wordloom/contract";
import { describe, expect, it } from "vitest";

const root = new URL("../../../../", import.meta.url);
const read = (file: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(file, root), "utf8"));

const words: Record<Language, readonly [link: RegExp, code: RegExp]> = {
  en: [/\blink\b/i, /\bcode\b/i],
  zh: [/链接/, /验证码/],
  ja: [/リンク/, /コード/],
  ko: [/링크/, /코드/],
  es: [/\benlace\b/i, /\bcódigo\b/i],
  fr: [/\blien\b/i, /\bcode\b/i],
  de: [/\bLink\b/, /\bCode\b/],
};
const durations = /\d|hour|小时|時間|시간|\bhora|\bheure|stunde/i;

describe.each(Language.options)("the way to a new password, in %s,", (language) => {
  const [link, code] = words[language];
  const account = read(`apps/learner/src/text/${language}/account.json`);
  const errors = read(`apps/learner/src/text/${language}/errors.json`);
  const service = read(`packages/server/src/features/accounts/texts/${language}.json`);

  it("is promised without saying whether the mail has a link or a code", () => {
    const promises = [account["forgot_text"], account["forgot_send"], service["reset.notice"]];
    expect(promises.filter((text) => text === undefined || link.test(text))).toEqual([]);
    expect(promises.filter((text) => text === undefined || code.test(text))).toEqual([]);
  });

  it("is named as a link or a code where the mail may have had either", () => {
    const texts = [
      ...[account["forgot_sent_text"], account["reset_failed"], account["reset_invalid_title"]],
      ...[errors["AUTH_INVALID_RESET_TOKEN"], errors["AUTH_EXPIRED_RESET_TOKEN"]],
    ].map((text = "") => text);
    expect(texts.filter((text) => !link.test(text) || !code.test(text))).toEqual([]);
  });

  it("has expired without a number of hours: an administrator's link works longer", () => {
    expect(account["reset_invalid_text"]).not.toMatch(durations);
    expect(errors["AUTH_EXPIRED_RESET_TOKEN"]).not.toMatch(durations);
  });
});
