import type { WordPublic } from "@wordloom/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWordBatch } from "@wordloom/server/features/library/words/words.service";
import { axeOfContent } from "@wordloom/testing/browser/axe";
import { goTo } from "@wordloom/testing/browser/pages";
import { newAccount, newLearner, type Learner } from "@wordloom/testing/browser/learners";
import { addDictionary } from "@wordloom/testing/content/added-dictionary";
import { dictionaryZip, term } from "@wordloom/testing/content/dictionary-zip";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

let service: TestService;
let learner: Learner;
let other: Pick<Learner, "ask">;
let page: Page;
let faults: string[];
/** Ids of the library's words by their texts. */
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  service = await openService({ STARTER_WORDBOOKS: "false" });
  learner = await newLearner(service, { width: 1440, height: 900 });
  other = await newAccount(service);
  ({ page, faults } = learner);
  const { items } = await createWordBatch(service.app.deps, [
    { text: "reluctant", meaning: "unwilling" },
    { text: "candid", meaning: "frank" },
    { text: "relevant", meaning: "to the point" },
    { text: "eager", meaning: "keen" },
    { text: "brisk", meaning: "quick" },
  ]);
  ids = Object.fromEntries(items.map(({ id, text }) => [text, id]));
  const book = await newList("Studied");
  const wordIds = [ids["reluctant"], ids["candid"]];
  await learner.ask("POST", `/api/wordbooks/${book}/words`, { wordIds });
  const chosen = { selectedWordbookIds: [book], dailyWordCount: 4 };
  await learner.ask("PUT", "/api/study-config", chosen);
  await page.goto("/words");
});
afterAll(() => service.close());
handOnAfterAll(() => [learner]);

const newList = async (name: string) =>
  (await learner.ask<{ id: string }>("POST", "/api/wordbooks", { name })).id;

const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = () => page.getByRole("dialog").last();
const inDialog = (name: string) => dialog().getByRole("button", { name, exact: true });
const field = (name: string) => dialog().getByLabel(name, { exact: true });
/** A message on the screen; a hidden copy is for screen readers. */
const said = (text: string) => page.getByRole("region", { name: "Messages" }).getByText(text);

const wordOf = ({ ask }: Pick<Learner, "ask">, text: string) =>
  ask<WordPublic>("GET", `/api/words/${ids[text]}`);

const found = ({ ask }: Pick<Learner, "ask">, search: string) =>
  ask<{ data: WordPublic[] }>("GET", `/api/words?search=${search}`);

describe("a word of one's own", () => {
  it("is added from Words, with a note about the library's, and nobody else finds it", async () => {
    await button("Add a word").click();
    await inDialog("Add a word").click();
    await page.getByText("Enter a meaning.").waitFor();
    await field("Word").fill("ＥＡＧＥＲ");
    await page.getByText("Already in the library: keen. Yours will be added separately.").waitFor();
    await field("Word").fill("Gift");
    await field("Meaning").fill("poison");
    await field("List").selectOption("No list");
    await page.getByText("More details").click();
    await field("Language of the word").selectOption("de");
    await button("Add an example").click();
    await field("Example 1").fill("Das ist Gift.");
    await field("Translation of example 1").fill("That is poison.");
    expect(await axeOfContent(page)).toEqual([]);
    await field("Translation of example 1").press("Enter");
    await said("Added “Gift”.").waitFor();
    await button("Open").click();
    await page.getByText("Your own word. Only you see it.").waitFor();
    expect((await found(learner, "Gift")).data).toMatchObject([
      { language: "de", examples: ["Das ist Gift."], exampleMeanings: ["That is poison."] },
    ]);
    expect((await found(other, "Gift")).data).toEqual([]);
  });

  it("is deleted offline, brought back, and deleted on the service a moment later", async () => {
    const { id } = (await found(learner, "Gift")).data[0] ?? {};
    const remove = async (isOffline: boolean) => {
      await button("Edit word").click();
      await inDialog("Delete word").waitFor();
      await page.context().setOffline(isOffline);
      await inDialog("Delete word").click();
      await said("Deleted “Gift”. Your past answers stay in your history.").waitFor();
      await page.waitForURL("**/words");
    };
    await remove(true);
    expect(await page.getByRole("link", { name: "Gift" }).count()).toBe(0);
    await button("Undo").click();
    await said("“Gift” is back.").waitFor();
    await page.context().setOffline(false);
    expect((await found(learner, "Gift")).data).toHaveLength(1);
    await goTo(page, `/words/${id}`);
    await remove(false);
    await expect.poll(async () => (await found(learner, "Gift")).data).toEqual([]);
    await expect.poll(() => button("Undo").count()).toBe(0);
    expect(faults).toEqual([]);
  });
});

describe("a library word", () => {
  it("is edited for the learner alone, beside the library's value, and taken back", async () => {
    await goTo(page, `/words/${ids["reluctant"]}`);
    await button("Edit word").click();
    await field("Meaning").fill("not willing");
    await page.getByText("Library: unwilling").waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await button("Save").click();
    await page.getByText("You changed this word. Only you see your version.").waitFor();
    await page.getByText("not willing").waitFor();
    await page.getByText("Library: unwilling").waitFor();
    expect((await wordOf(other, "reluctant")).meaning).toBe("unwilling");
    await button("Edit word").click();
    await button("Restore library version").click();
    await said("Showing the library’s version again.").waitFor();
    await page.getByText("unwilling", { exact: true }).waitFor();
    expect((await wordOf(learner, "reluctant")).ownFields).toEqual([]);
  });

  it("is edited offline: shown at once, and sent when the service is back", async () => {
    await button("Edit word").click();
    await field("Meaning").waitFor();
    await page.context().setOffline(true);
    await field("Meaning").fill("hesitant");
    await button("Save").click();
    await said("Saved in this browser.").waitFor();
    await page.getByText("hesitant", { exact: true }).waitFor();
    await page.context().setOffline(false);
    await expect.poll(async () => (await wordOf(learner, "reluctant")).meaning).toBe("hesitant");
    expect((await wordOf(other, "reluctant")).meaning).toBe("unwilling");
  });

  it("is corrected while studying, and its card shows it", async () => {
    await page.goto("/study");
    await page.getByText("New word").waitFor();
    const text = await page.getByRole("heading", { level: 1 }).innerText();
    await button("Is this wrong?").click();
    await button("Correct it for me").click();
    await field("Meaning").fill("my correction");
    await button("Save").click();
    await page.getByRole("main").getByText("my correction").waitFor();
    expect((await wordOf(learner, text)).meaning).toBe("my correction");
    expect((await wordOf(other, text)).meaning).not.toBe("my correction");
    await page.reload();
    await page.getByRole("main").getByText("my correction").waitFor();
  });

  it("is reported with its id and text", async () => {
    const text = await page.getByRole("heading", { level: 1 }).innerText();
    await button("Is this wrong?").click();
    await button("Report it").click();
    await page.getByLabel("What’s wrong?").fill("The meaning is off.");
    await button("Send").click();
    await said("Thanks, your report was sent.").waitFor();
    const path = "/api/feedback/items";
    const sent = await learner.ask<{ data: { content: string }[] }>("GET", path);
    expect(sent.data[0]?.content).toContain(`${text} – my correction (${ids[text]})`);
  });
});

describe("a tag", () => {
  it("is given, filters one's own words, and is renamed in all of them", async () => {
    for (const text of ["der Herd", "das Bad"])
      await learner.ask("POST", "/api/own-words", { text, meaning: "thing", tags: ["home"] });
    await goTo(page, "/words?filter=own");
    await page.getByLabel("Tag", { exact: true }).selectOption("home");
    const rows = page.getByRole("main").getByRole("listitem");
    await page.getByText("2 words", { exact: true }).waitFor();
    await button("Rename tag").click();
    await field("Tag").fill("");
    await inDialog("Save").click();
    await page.getByText("Enter a name for the tag.").waitFor();
    await field("Tag").fill("house");
    expect(await axeOfContent(page)).toEqual([]);
    await field("Tag").press("Enter");
    await said("Renamed in 2 words.").waitFor();
    await page.waitForURL("**/words?filter=own&tag=house");
    await expect.poll(() => rows.count()).toBe(2);
    await rows.getByRole("link", { name: "das Bad" }).click();
    await page.getByRole("main").getByRole("link", { name: "house", exact: true }).click();
    await page.getByText("2 words", { exact: true }).waitFor();
    await button("Rename tag").click();
    await inDialog("Remove tag").click();
    await said("Removed from 2 words.").waitFor();
    await page.waitForURL("**/words?filter=own");
    expect(await learner.ask("GET", "/api/own-words/tags")).toEqual({ tags: [] });
    expect(faults).toEqual([]);
  });
});

describe("a pasted list", () => {
  it("shows both meanings, and follows the choice for the list and for each line", async () => {
    const list = await newList("Pasted");
    await goTo(page, `/books/${list}?fill`);
    await page
      .getByLabel("Or paste your words")
      .fill("eager\tzealous\nrelevant; apt\nbrisk; lively\nladle; a spoon\nzzunknown");
    await button("Preview").click();
    await page.getByText("3 words are in the library with another meaning.").waitFor();
    const line = (text: string) => page.getByRole("row").filter({ hasText: text });
    await line("eager").getByText("Yours: zealous").waitFor();
    await line("eager").getByText("Library: keen").waitFor();
    await line("ladle").getByText("Yours").waitFor();
    await line("zzunknown").getByText("Needs a meaning").waitFor();
    await page.getByRole("radio", { name: "Use the library’s" }).check();
    await line("relevant").getByRole("combobox").selectOption("Keep mine");
    await line("brisk").getByRole("combobox").selectOption("Skip");
    expect(await axeOfContent(page)).toEqual([]);
    await button("Add 3 words").click();
    await said("Added 3 words.").waitFor();
    const path = `/api/wordbooks/${list}/words`;
    const { data } = await learner.ask<{ data: WordPublic[] }>("GET", path);
    const meanings = Object.fromEntries(data.map(({ text, meaning }) => [text, meaning]));
    expect(meanings).toEqual({ eager: "keen", relevant: "apt", ladle: "a spoon" });
    expect((await wordOf(other, "relevant")).meaning).toBe("to the point");
    expect(faults).toEqual([]);
  });

  it("takes a single word, too", async () => {
    await button("Add a word").click();
    await field("Word").fill("whisk");
    await field("Meaning").fill("to beat");
    await field("Word").press("Enter");
    await page.getByRole("link", { name: "whisk" }).waitFor();
  });
});

/** A dictionary with two entries. */
const COTTAGE = dictionaryZip(
  [
    term("thatch", ["a roof of straw", "to cover with straw"], { tags: "noun" }),
    term("gable", ["a wall under a roof"]),
  ],
  {
    title: "Cottage Dictionary",
    attribution: "CC BY 4.0",
    sourceLanguage: "en",
    targetLanguage: "en",
  },
);

describe("a word in a dictionary", () => {
  it("is suggested with its source, and taken with one press", async () => {
    await addDictionary(service.app.deps, "cottage.zip", COTTAGE);
    await goTo(page, "/words");
    await button("Add a word").click();
    await field("Word").fill("thatch");
    await page.getByText("More details").click();
    await field("Language of the word").selectOption("en");
    await page.getByText("a roof of straw; to cover with straw").waitFor();
    await page.getByText("Source: Cottage Dictionary (CC BY 4.0)").waitFor();
    expect(await axeOfContent(page)).toEqual([]);
    await button("Use this meaning").click();
    await expect
      .poll(() => field("Meaning").inputValue())
      .toBe("a roof of straw; to cover with straw");
    await button("Add a word").last().click();
    await said("Added “thatch”.").waitFor();
    expect((await found(learner, "thatch")).data).toMatchObject([{ partOfSpeech: "noun" }]);
  });

  it("names its source on the page of a word that was filled from it", async () => {
    const list = await newList("Houses");
    const body = { text: "gable", mode: "add", language: "en", meaningLanguage: "en" };
    await learner.ask("POST", `/api/wordbooks/${list}/words/text`, body);
    const [word] = (await found(learner, "gable")).data;
    await goTo(page, `/words/${word?.id}`);
    await page.getByText("a wall under a roof").first().waitFor();
    await page.getByText("Source: Cottage Dictionary (CC BY 4.0)").waitFor();
    expect(faults).toEqual([]);
  });
});
