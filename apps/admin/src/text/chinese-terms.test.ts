import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const folder = join(import.meta.dirname, "zh");
const lines = readdirSync(folder).flatMap((file) =>
  readFileSync(join(folder, file), "utf8").split("\n"),
);

describe("the Chinese texts of the console", () => {
  it.each([
    ["置信度", /信心|把握/],
    ["账号", /账户|帐号|帐户/],
    ["动力", /动机/],
    ["页面", /房间/],
    ["工作人员", /员工/],
    ["位学习者", /名学习者/],
  ])("say %s, and no other word for it", (_, others) => {
    expect(lines.filter((line) => others.test(line))).toEqual([]);
  });
});
