import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

function textsOf(app: string, file: string): Readonly<Record<string, string>> {
  const path = new URL(`../../../../${app}/src/text/${file}`, import.meta.url);
  return JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
}

it.each(["en", "zh"])("previews in %s what learners read during maintenance", (language) => {
  const learner = textsOf("learner", `${language}/shell.json`);
  expect(textsOf("admin", `${language}/settings.json`)).toMatchObject({
    learners_headline: learner["maintenance"],
    learners_text: learner["maintenance_text"],
  });
});
