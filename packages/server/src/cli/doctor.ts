import { allowingTime } from "../platform/database/time-allowed.ts";
import { messageOf } from "../platform/basics/thrown.ts";
import { examine } from "./doctor-checks.ts";
import { inspectSettings } from "../platform/settings/settings.ts";
import { systemClock } from "../platform/time/clock.ts";
import type { Finding } from "./doctor-checks.ts";
import { UsageError, type Command, type Output } from "./output.ts";

const MARKS = { ok: "ok   ", note: "note ", wrong: "WRONG" } as const;

/**
 * Checks the installation and, with --repair, repairs what it can; returns 1 if there are faults.
 */
export const doctor: Command = (args, output) => allowingTime("long", () => diagnose(args, output));

async function diagnose(args: readonly string[], output: Output): Promise<number> {
  const options = { repair: args.includes("--repair") };
  const unknown = args.find((argument) => argument !== "--repair");
  if (unknown !== undefined) throw new UsageError(`unknown argument: ${unknown}`);
  const settings = settingsOrFaults(output);
  if (settings === undefined) return 1;
  let wrong = 0;
  for await (const finding of examine(settings, systemClock, options)) {
    printFinding(output, finding);
    if (finding.state === "wrong") wrong += 1;
  }
  output.print(wrong === 0 ? "Nothing is wrong." : `${wrong} to fix; each line says how.`);
  return wrong === 0 ? 0 : 1;
}

function settingsOrFaults(output: Output) {
  try {
    const { settings } = inspectSettings();
    printFinding(output, { state: "ok", check: "settings", text: "valid" });
    return settings;
  } catch (error) {
    const text = messageOf(error);
    printFinding(output, { state: "wrong", check: "settings", text });
    return undefined;
  }
}

function printFinding(output: Output, { state, check, text }: Finding): void {
  output.print(`${MARKS[state]} ${check.padEnd(9)} ${text}`);
}
