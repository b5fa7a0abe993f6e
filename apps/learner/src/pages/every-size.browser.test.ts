import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { goTo } from "@wordloom/testing/browser/pages";
import { type Learner } from "@wordloom/testing/browser/learners";
import { studying } from "../../testing/study.ts";
import { handOnAfterAll } from "@wordloom/testing/browser/visits-of-tests";
import { openService, type TestService } from "@wordloom/testing/service/web-service";

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const paths = ["/", "/study", "/words", "/settings/study"];

/** Lists texts that are cut off, and elements wider than the screen. */
function cutOff(): string[] {
  const wide = document.documentElement.scrollWidth > innerWidth ? ["the page"] : [];
  const cut = [...document.querySelectorAll("body *")].filter((element) => {
    const { clientWidth: width, scrollWidth } = element;
    // Texts for screen readers only are one pixel wide.
    if (width <= 1 || element.textContent.trim() === "" || element.children.length > 0)
      return false;
    return getComputedStyle(element).overflowX !== "visible" && scrollWidth > width + 1;
  });
  return [...wide, ...cut.map((element) => element.textContent)];
}

async function isWhole(page: Page): Promise<void> {
  for (const path of paths) {
    await goTo(page, path);
    await expect.poll(() => page.evaluate(cutOff), { message: path }).toEqual([]);
  }
}

describe("no text is cut off", () => {
  let learner: Learner;
  beforeAll(async () => {
    learner = await studying(service, { width: 320, height: 640 });
  });
  handOnAfterAll(() => [learner]);

  it("on a screen of 320 pixels", async () => {
    await isWhole(learner.page);
  });

  it("at 200 % on a screen of 1280 by 800", async () => {
    await learner.page.setViewportSize({ width: 640, height: 400 });
    await isWhole(learner.page);
  });
});
