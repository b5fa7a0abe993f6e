import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../../..");
const server = "packages/server/src";
const console = "apps/admin/src/text/en";

/** The console's texts, and where the service writes the same in English: mails, replies, logs. */
const files = [
  ...readdirSync(join(root, console)).map((file) => `${console}/${file}`),
  `${server}/features/accounts/admin-notices/notice-texts.ts`,
  `${server}/features/administration/monitoring/monitoring-events.service.ts`,
  `${server}/features/administration/monitoring/part-states.ts`,
  `${server}/features/administration/updates/hindrance-texts.ts`,
  `${server}/features/administration/updates/roll-back.service.ts`,
  `${server}/features/operations/backups/backups.worker.ts`,
  `${server}/features/operations/health/reason-texts.ts`,
  `${server}/platform/database/backup/check-texts.ts`,
  `${server}/platform/http/traffic-notes.ts`,
];

/** The lines that people read: of a table of texts, without its keys; of code, without comments. */
function textsIn(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  if (file.endsWith(".json")) return Object.values(JSON.parse(text) as Record<string, string>);
  return text.split("\n").filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line));
}

const texts = files.flatMap(textsIn);

describe("the English texts for operators", () => {
  it.each([
    ["Back up now", /\bby hand\b|make one now/i],
    ["needs attention", /\b(?:wants?|needs?) a look\b/i],
    ["timed out", /\bcut off\b/i],
    ["dead letters", /\bgiven up: |no answer was given up/i],
    ["permanently", /\bfor ever\b/i],
    ["pages", /\brooms?\b/i],
    ["Continue", /\bgo on\b/i],
    ["Actions", /\bActs\b|\b[Dd]oings\b|[Ww]hat can be done/],
    ["No matching", /\bis like that\b/i],
    ["created", /\bis made\b(?! every)/i],
    ["Required", /\bis needed\b/i],
    ["Wrong e-mail or password", /belong together/i],
    ["fix", /\bmended\b/i],
    ["assigned", /looked after/i],
    ["Resolution", /what came of it/i],
    ["Current password", /present password/i],
    ["Full access", /may everything|may work here/i],
    ["Default", /as delivered|back to the default/i],
    ["Check now", /\blook now\b|nobody has looked/i],
    ["can’t be installed from here", /updated? from outside|one by one, from outside/i],
    ["rolled back", /\btaken back\b/i],
    ["in flight", /\bunder way\b/i],
    ["pending", /waits for a decision/i],
    ["percentage points", /points of a hundred|points lost/i],
    ["Responding", /\bit (?:answers|does not answer|cannot be read|waits for)\b/i],
  ])("say %s, and no other words for it", (_, others) => {
    expect(texts.length).toBeGreaterThan(2_000);
    expect(texts.filter((text) => others.test(text))).toEqual([]);
  });
});
