import { expect, it } from "vitest";
import { readCommand } from "./command.ts";

const known = ["accept", "apply"];

it("selects all rows if none is named", () => {
  expect(readCommand([], known)).toEqual({ names: known, write: false });
  expect(readCommand(["all", "--write"], known)).toEqual({ names: known, write: true });
});

it("keeps the order of the named rows", () => {
  expect(readCommand(["apply", "accept"], known)).toEqual({
    names: ["apply", "accept"],
    write: false,
  });
});

it("refuses unknown rows", () => {
  expect(readCommand(["acept"], known)).toMatch(/No such row: acept.*accept, apply/);
  expect(readCommand(["--wirte"], known)).toMatch(/--wirte/);
  expect(readCommand(["--write=no"], known)).toMatch(/--write/);
});
