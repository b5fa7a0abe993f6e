import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  createAdmin,
  listAdmins,
  resetAdminPassword,
} from "../features/accounts/admin-auth/admin-auth.service.ts";
import { refuse } from "../platform/basics/app-error.ts";
import { toTimestamp } from "../platform/time/clock.ts";
import { readSettings } from "../platform/settings/settings.ts";
import { messageOf } from "../platform/basics/thrown.ts";
import { UsageError } from "./output.ts";
import { withCommandContext } from "./command-context.ts";
import type { AdminRole } from "../platform/identity/actor.ts";
import type { CommandContext } from "./command-context.ts";
import type { Command, Output } from "./output.ts";

/** Checks the arguments before any data is opened. */
type Action = (
  args: readonly string[],
  output: Output,
) => (context: CommandContext) => Promise<void>;

const actions: Readonly<Record<string, Action>> = {
  create(args, output) {
    const draft = readFlags(args);
    return async (context) => {
      const { email, role } = await createAdmin(context, draft);
      output.print(`created ${email} (${role})`);
    };
  },
  reset(args, output) {
    const { email, password } = readFlags(args);
    return async (context) => {
      await resetAdminPassword(context, { email, password });
      output.print(`${email} has a new password; all sessions have ended and any lock is lifted`);
    };
  },
  list: (_args, output) => async (context) => {
    const admins = await listAdmins(context);
    for (const { email, role, createdAtMs, lockedUntilMs } of admins) {
      const isLocked = (lockedUntilMs ?? 0) > context.clock.nowMs();
      const lock = isLocked ? "  locked after wrong passwords" : "";
      output.print(`${email}  ${role}  since ${toTimestamp(createdAtMs)}${lock}`);
    }
    if (admins.length === 0) output.print("There is no administrator yet.");
  },
};

/**
 * `admin create`, `admin reset`, `admin list`. Prints the data directory, because it is easily
 * mixed up.
 */
export const adminCommand: Command = async ([what = "", ...args], output) => {
  const action = Object.hasOwn(actions, what) ? actions[what] : undefined;
  if (action === undefined) throw new UsageError(`no such command: admin ${what}`);
  const work = action(args, output);
  const settings = readSettings();
  output.print(`data directory ${settings.DATA_DIR}`);
  await withCommandContext(settings, work);
  return 0;
};

const FLAGS = {
  email: { type: "string" },
  role: { type: "string" },
  "password-file": { type: "string" },
} as const;

function readFlags(args: readonly string[]) {
  const flags = parseFlags(args);
  if (flags.email === undefined) throw new UsageError("--email is missing");
  const password = readPassword(flags["password-file"]);
  return { email: flags.email, password, role: readRole(flags.role) };
}

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS }).values;
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

function readRole(role = "super_admin"): AdminRole {
  if (role === "super_admin" || role === "admin") return role;
  return refuse("INVALID_ADMIN_ROLE");
}

/** The password is never an argument, because all users of the machine can see arguments. */
function readPassword(path: string | undefined): string {
  if (path === undefined && process.stdin.isTTY) {
    throw new UsageError("pass the password with --password-file or through standard input");
  }
  return readFileSync(path ?? 0, "utf8").replace(/\r?\n$/, "");
}
