import { describe, expect, test } from "vitest";
import {
  answered,
  blankForm,
  bothChanged,
  changed,
  errorOf,
  firstWrong,
  followed,
  isWell,
  judgedAll,
  left,
  sending,
} from "./form-state.ts";

const initial = { email: "", password: "" };
const check = ({ email, password }: typeof initial) => ({
  email: email.includes("@") ? undefined : "no @",
  password: password.length < 8 ? "too short" : undefined,
});
const blank = blankForm(initial);
const typed = changed(blank, "email", "ada");

describe("a field", () => {
  test("shows nothing before it was left", () => {
    expect(errorOf(typed, "email", check)).toBeUndefined();
  });

  test("is judged when it is left after a change", () => {
    expect(errorOf(left(typed, "email", initial), "email", check)).toBe("no @");
  });

  test("is not judged when a person only passes by", () => {
    expect(errorOf(left(blank, "email", initial), "email", check)).toBeUndefined();
  });

  test("is well again as soon as it is mended", () => {
    const mended = changed(left(typed, "email", initial), "email", "ada@example.org");
    expect(errorOf(mended, "email", check)).toBeUndefined();
  });

  test("is judged on sending though it was not touched", () => {
    expect(errorOf(judgedAll(blank), "password", check)).toBe("too short");
  });
});

describe("a refusal of the server", () => {
  const refused = answered(sending(typed), { fields: { email: "taken" }, form: "not registered" });

  test("stands at its field, before our own judgement", () => {
    expect(errorOf(judgedAll(refused), "email", check)).toBe("taken");
  });

  test("stands above the form where it is about the whole", () => {
    expect(refused.formError).toBe("not registered");
  });

  test("is forgotten when the field changes", () => {
    const next = changed(refused, "email", "ada@example.org");
    expect([next.refused.email, next.formError]).toEqual([undefined, undefined]);
  });

  test("is forgotten for the time of the next try", () => {
    const again = sending(refused);
    expect([again.busy, again.refused, again.formError]).toEqual([true, {}, undefined]);
  });

  test("that says nothing leaves the form as it was", () => {
    expect(answered(sending(typed), undefined)).toEqual(typed);
  });
});

describe("the first field with an error", () => {
  test("is the first on the page, not in the values", () => {
    expect(firstWrong(["password", "email"], check(initial))).toBe("password");
  });

  test("is none when all is well", () => {
    const well = check({ email: "ada@example.org", password: "correct horse" });
    expect([isWell(well), firstWrong(["email", "password"], well)]).toEqual([true, undefined]);
  });
});

describe("what is stored elsewhere while a form is open", () => {
  const stored = { email: "grace@example.org", password: "" };

  test("is taken over by a field that was not changed here", () => {
    const mine = changed(blank, "password", "mine");
    const next = followed(mine, initial, stored);
    expect(next.values).toEqual({ email: "grace@example.org", password: "mine" });
    expect(bothChanged(next)).toEqual([]);
  });

  test("leaves what was typed, and both sides are known until they are the same", () => {
    const next = followed(typed, initial, stored);
    expect(next.values.email).toBe("ada");
    expect(bothChanged(next)).toEqual([
      { name: "email", mine: "ada", theirs: "grace@example.org" },
    ]);
    expect(bothChanged(changed(next, "email", "grace@example.org"))).toEqual([]);
  });

  test("is known of two changes one after another", () => {
    const later = { ...stored, password: "theirs" };
    const next = followed(followed(typed, initial, stored), stored, later);
    expect(next.values).toEqual({ email: "ada", password: "theirs" });
    expect(bothChanged(next).map(({ theirs }) => theirs)).toEqual(["grace@example.org"]);
  });

  test("is no matter where the same was typed", () => {
    const same = changed(blank, "email", "grace@example.org");
    expect(bothChanged(followed(same, initial, stored))).toEqual([]);
  });
});
