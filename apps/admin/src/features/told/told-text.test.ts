import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createTranslator } from "../../../../../packages/web/src/text/translator.ts";
import { flatTexts } from "../../../../../packages/web/src/text/languages.ts";
import type { Translator } from "../../text/use-text.ts";
import { toldFault, toldText } from "./told-text.ts";

const file = new URL("../../text/zh/told.json", import.meta.url);
const told = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
const zh = createTranslator("zh", flatTexts({ "told.json": told })) as unknown as Translator;
const en = createTranslator("en", {}) as unknown as Translator;

test.each([
  ["It answers.", "正常响应。"],
  ["2 dead letters.", "2 条死信。"],
  ["The last good one is 12 hours old.", "最近的有效备份在 12 小时前。"],
  ["Off: REDIS_URL is not set.", "已关闭：未设置 REDIS_URL。"],
  ["Overdue: clock_probe, cache_cleanup.", "逾期：clock_probe, cache_cleanup。"],
  ["The worker clock_probe is overdue", "后台任务 clock_probe 逾期"],
  ["v9.1.0 is available", "v9.1.0 已发布"],
  ["2.5 % of 412 requests in five minutes failed.", "五分钟内 412 个请求中有 2.5% 失败。"],
  ["v1.2.1 is not known here.", "这里没有 v1.2.1 的信息。"],
  ["v1.0.9 is older than v1.1.0.", "v1.0.9 比 v1.1.0 更旧。"],
  ["412 rows in 61 tables", "61 张表中共 412 行"],
  ["52; this program has 49", "52；本程序为 49"],
  [`${"3f".repeat(32)}, nothing to compare`, `${"3f".repeat(32)}，没有可比对的内容`],
])("%s is said in Chinese, with what it is about", (sentence, said) => {
  expect(toldText(sentence, zh)).toBe(said);
});

test.each([
  ["text: empty", "text: 为空"],
  ["meanings.0: Invalid input: expected string, received number", "meanings.0: 应为文本，却是数字"],
  [
    "spelling: Too big: expected string to have <=200 characters",
    "spelling: 过长，至多 200 个字符",
  ],
])("the fault of a file, %s, keeps the name of its part", (fault, said) => {
  expect(toldFault(fault, zh)).toBe(said);
});

test("what has no text, and what is English anyway, stays as it is", () => {
  expect(toldText("The moon is full.", zh)).toBe("The moon is full.");
  expect(toldText("2 dead letters.", en)).toBe("2 dead letters.");
});
