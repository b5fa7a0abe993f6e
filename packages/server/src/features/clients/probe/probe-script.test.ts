import { describe, expect, it } from "vitest";
import { mayCallCommands, scriptHash } from "./probe-script.ts";

describe("mayCallCommands", () => {
  it.each([
    "return ctx.time.now()",
    "return [ctx.nav.userAgent, ctx . perf.memory, ctx?.logs.slice(-5)]",
    "const list = ctx.storage.keys(); return list[0]",
    "return 1 + 1",
    "return command + recommendation",
  ])("is false for %j", (script) => {
    expect(mayCallCommands(script)).toBe(false);
  });

  it.each([
    "ctx.cmd.reload()",
    "ctx?.cmd",
    "const { cmd } = ctx",
    'ctx["cmd"]',
    "ctx['c' + 'md']['re' + 'load']()",
    "ctx[name]",
    "const all = ctx; all.x()",
    "run({ ...ctx })",
    "Object.values(ctx)",
    "for (const part in ctx) part",
    "ctx . \\u0063md . reload()",
    "ctx.\\u{63}md()",
    'eval("c" + "md")',
    'new Function("x")()',
    "(() => {}).constructor('x')()",
    'import("data:text/javascript,x")',
    "atob('Y21k')",
    "String.fromCharCode(99, 109, 100)",
    "/* signOut */ return 1",
    "clearCache()",
  ])("is true for %j", (script) => {
    expect(mayCallCommands(script)).toBe(true);
  });
});

it("hashes the text as UTF-8", () => {
  const hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  expect(scriptHash("abc")).toBe(hash);
  expect(scriptHash("词")).not.toBe(scriptHash("\ufffd"));
});
