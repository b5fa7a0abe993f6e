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
  test("shows no error before it loses focus", () => {
    expect(errorOf(typed, "email", check)).toBeUndefined();
  });

  test("is checked when it loses focus after a change", () => {
    expect(errorOf(left(typed, "email", initial), "email", check)).toBe("no @");
  });

  test("is not checked if it loses focus unchanged", () => {
    expect(errorOf(left(blank, "email", initial), "email", check)).toBeUndefined();
  });

  test("loses its error as soon as it is corrected", () => {
    const mended = changed(left(typed, "email", initial), "email", "ada@example.org");
    expect(errorOf(mended, "email", check)).toBeUndefined();
  });

  test("is checked on sending even if it was never touched", () => {
    expect(errorOf(judgedAll(blank), "password", check)).toBe("too short");
  });
});

describe("a refusal of the server", () => {
  const refused = answered(sending(typed), { fields: { email: "taken" }, form: "not registered" });

  test("shows at its field, before our own check", () => {
    expect(errorOf(judgedAll(refused), "email", check)).toBe("taken");
  });

  test("shows above the form if it concerns the whole", () => {
    expect(refused.formError).toBe("not registered");
  });

  test("disappears when the field changes", () => {
    const next = changed(refused, "email", "ada@example.org");
    expect([next.refused.email, next.formError]).toEqual([undefined, undefined]);
  });

  test("disappears during the next attempt", () => {
    const again = sending(refused);
    expect([again.busy, again.refused, again.formError]).toEqual([true, {}, undefined]);
  });

  test("leaves the form unchanged if it says nothing", () => {
    expect(answered(sending(typed), undefined)).toEqual(typed);
  });
});

describe("the first field with an error", () => {
  test("is the first on the page, not in the values", () => {
    expect(firstWrong(["password", "email"], check(initial))).toBe("password");
  });

  test("is undefined without errors", () => {
    const well = check({ email: "ada@example.org", password: "correct horse" });
    expect([isWell(well), firstWrong(["email", "password"], well)]).toEqual([true, undefined]);
  });
});

describe("a value stored elsewhere while a form is open", () => {
  const stored = { email: "grace@example.org", password: "" };

  test("updates a field that was not changed here", () => {
    const mine = changed(blank, "password", "mine");
    const next = followed(mine, initial, stored);
    expect(next.values).toEqual({ email: "grace@example.org", password: "mine" });
    expect(bothChanged(next)).toEqual([]);
  });

  test("keeps the typed value, and both values are known until they are equal", () => {
    const next = followed(typed, initial, stored);
    expect(next.values.email).toBe("ada");
    expect(bothChanged(next)).toEqual([
      { name: "email", mine: "ada", theirs: "grace@example.org" },
    ]);
    expect(bothChanged(changed(next, "email", "grace@example.org"))).toEqual([]);
  });

  test("is recognized when two changes follow each other", () => {
    const later = { ...stored, password: "theirs" };
    const next = followed(followed(typed, initial, stored), stored, later);
    expect(next.values).toEqual({ email: "ada", password: "theirs" });
    expect(bothChanged(next).map(({ theirs }) => theirs)).toEqual(["grace@example.org"]);
  });

  test("does not matter if the same value was typed here", () => {
    const same = changed(blank, "email", "grace@example.org");
    expect(bothChanged(followed(same, initial, stored))).toEqual([]);
  });
});
