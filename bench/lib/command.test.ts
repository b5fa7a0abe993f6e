import { expect, it } from "vitest";
import { readCommand } from "./command.ts";

const known = ["accept", "apply"];

it("means all rows when none is named", () => {
  expect(readCommand([], known)).toEqual({ names: known, write: false });
  expect(readCommand(["all", "--write"], known)).toEqual({ names: known, write: true });
});

it("takes rows in the order asked for", () => {
  expect(readCommand(["apply", "accept"], known)).toEqual({
    names: ["apply", "accept"],
    write: false,
  });
});

it("refuses what it does not know", () => {
  expect(readCommand(["acept"], known)).toMatch(/No such row: acept.*accept, apply/);
  expect(readCommand(["--wirte"], known)).toMatch(/--wirte/);
  expect(readCommand(["--write=no"], known)).toMatch(/--write/);
});
