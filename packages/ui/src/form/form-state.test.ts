import { describe, expect, test } from "vitest";
import {
  answered,
  blankForm,
  changed,
  errorOf,
  firstWrong,
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
