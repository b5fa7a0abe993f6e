import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** The texts of a language by `area.key`. */
function textsOf(language: string): Readonly<Record<string, string>> {
  const folder = join(import.meta.dirname, language);
  const entries = readdirSync(folder).flatMap((file) => {
    const texts = JSON.parse(readFileSync(join(folder, file), "utf8")) as Record<string, string>;
    const area = file.replace(".json", "");
    return Object.entries(texts).map(([key, text]) => [`${area}.${key}`, text] as const);
  });
  return Object.fromEntries(entries);
}

const [english, chinese] = [textsOf("en"), textsOf("zh")];
const both = Object.keys(english);

/** A message without the names of its arguments, which are words of the interface. */
const withoutNames = (message: string) =>
  message.replaceAll(/\{\w+(?:\}|, (?:plural|select|number|date)[^{}]*)/g, " ");

describe("the Chinese texts of the console", () => {
  it.each([
    ["置信度", /信心|把握/],
    ["账号", /账户|帐号|帐户/],
    ["动力", /动机/],
    ["页面", /房间/],
    ["工作人员", /员工/],
    ["位学习者", /名学习者/],
    ["ID", /(?<!参考)编号/],
    ["您", /你(?!写的内容和答题记录都会保留)/],
    ["回退", /回滚/],
    ["重启", /重新启动|重新开始/],
    ["将无法使用", /锁住/],
    ["提示", /值得了解/],
    ["无法在此更新", /从外部更新/],
    ["低于此版本时建议升级", /不建议升级的最低版本/],
    ["保存任何数据", /存储任何内容/],
  ])("say %s, and no other word for it", (_, others) => {
    const lines = Object.entries(chinese).map(([key, text]) => `${key}: ${text}`);
    expect(lines.filter((line) => others.test(line))).toEqual([]);
  });

  it.each([
    [/\broll(?:ed|s)? back\b|\brollback\b/i, /回退/],
    [/\bwithdraw/i, /撤回/],
    [/\bundone\b|\bundo\b/i, /撤销/],
    [/\brevoke/i, /吊销/],
    [/\bcanary\b/i, /灰度/],
    [/\bdead letter/i, /死信/],
    [/\bworkers?\b/i, /后台任务/],
    [/\boverdue\b/i, /逾期/],
    [/\blearners?\b/i, /学习者/],
    [/\bdevices?\b/i, /设备|台/],
    [/\bback(?:ups?| up)\b/i, /备份/],
    [/\baudit\b/i, /审计/],
    [/\bparameters?\b/i, /参数/],
    [/\bsuggestions?\b/i, /建议/],
    [/\bexperiments?\b/i, /实验/],
    [/\barms?\b/i, /组/],
    [/\bprobes?\b/i, /探针/],
    [/\bpacks?\b/i, /资源包/],
    [/\bdictionar/i, /词典/],
    [/\bwordbook center\b/i, /词书中心/],
    [/\bbooks?\b/i, /词书/],
    [/\bbroadcasts?\b/i, /广播/],
    [/\bfeedback\b/i, /反馈/],
    [/\bmaintenance\b/i, /维护/],
    [/\bchannels?\b/i, /渠道/],
    [/\bsigns? in\b|\bsign-in/i, /登录/],
    [/\bsign(?:ed)? out\b/i, /退出登录/],
    [/\bban(?:s|ned)?\b/i, /封禁/],
    [/\brestart/i, /重启/],
    [/\b(?:is not|isn’t|not) responding\b/i, /没有响应/],
    [/\bneeds? (?:your )?attention\b/i, /处理/],
    [/\btimed out\b/i, /超时/],
    [/\bsuper administrator/i, /超级管理员/],
    [/\badministrators?\b/i, /管理员/],
    [/\bAPI keys?\b/i, /API 密钥/],
    [/\breset link/i, /重置链接/],
    [/\bnotifications?\b/i, /通知/],
    [/^Couldn’t load/, /^无法加载/],
    [/\bfatigue\b/i, /疲劳/],
    [/\bmotivation\b/i, /动力/],
    [/\bpermanently\b/i, /永久/],
    [/\badvisor\b/i, /顾问/],
    [/\blanguage model\b/i, /语言模型/],
    [/\bnightly\b/i, /每晚/],
    [/\bmanual/i, /手动/],
    [/\bversion gate\b/i, /版本门槛/],
    [/\btelemetry\b/i, /遥测/],
    [/\bdatabase\b/i, /数据库/],
    [/\bdisk\b/i, /磁盘/],
    [/\badopt/i, /采纳/],
    [/\bbudget\b/i, /预算/],
    [/\bbounds\b/i, /范围/],
    [/\bmetrics?\b/i, /指标/],
    [/\banomal/i, /异常/],
    [/\breward\b/i, /奖励/],
    [/\bmedian\b/i, /中位/],
    [/\bcold start\b/i, /冷启动/],
    [/\bstaff\b/i, /工作人员/],
    [/\bverif(?:y|ied)\b/i, /校验/],
  ])("have one term for %s: %s", (term, one) => {
    const keys = both.filter((key) => term.test(withoutNames(english[key]!)));
    expect(keys.length).toBeGreaterThan(0);
    const others = keys.filter((key) => !one.test(chinese[key]!));
    expect(others.map((key) => `${key}: ${english[key]} · ${chinese[key]}`)).toEqual([]);
  });

  it("say a whole sentence of the English in one way", () => {
    const sentences = Map.groupBy(
      both.filter((key) => /[.}]$/.test(english[key]!) && english[key]!.split(" ").length > 2),
      (key) => english[key]!,
    );
    const twice = [...sentences].filter(
      ([, keys]) => new Set(keys.map((key) => chinese[key])).size > 1,
    );
    expect(twice.map(([, keys]) => keys.map((key) => `${key}: ${chinese[key]}`))).toEqual([]);
  });
});
