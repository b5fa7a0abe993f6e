import { AppScreen } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { screenOf } from "./screen-names.ts";

describe("screenOf", () => {
  it.each([
    ["/", "home"],
    ["/study", "study"],
    ["/study/done", "study"],
    ["/words", "wordbook"],
    ["/words/42", "word_detail"],
    ["/books/42", "wordbook"],
    ["/progress", "stats"],
    ["/sessions/42", "stats"],
    ["/notifications", "notifications"],
    ["/settings/account", "profile"],
    ["/settings/keys", "settings"],
    ["/settings/feedback", "feedback"],
    ["/start", "onboarding"],
  ])("names %s by the vocabulary: %s", (path, screen) => {
    expect(screenOf(path)).toBe(screen);
    expect(AppScreen.options).toContain(screen);
  });

  it("names no other addresses", () => {
    expect(screenOf("/somewhere/else")).toBeUndefined();
  });
});
