import { AppError } from "../platform/basics/app-error.ts";
import { isDiskFull } from "../platform/basics/unwritable.ts";
import { messageOf } from "../platform/basics/thrown.ts";
import { VERSION } from "../platform/basics/version.ts";
import { terminal, UsageError } from "./output.ts";
import type { Command, Output } from "./output.ts";

const USAGE = `usage: wordloom <command>

  serve                       run the service (default)
  migrate [status]            apply pending database migrations, or list all of them
  admin create --email <address> [--role super_admin|admin] [--password-file <file>]
  admin reset --email <address> [--password-file <file>]
  admin list                  list the administrators
  config print [<name>]       print the settings in force and their origin; secrets are hidden
  backup [--out <file.tar>] [--as dump] [--no-files]
                              make a backup, also of a running service; with --out in one file
  backup verify <file>        read a backup in full; exit status 1 if something is wrong
  restore <file> [--dry-run] [--replace --yes] [--no-files]
                              fill the database and the data directory from a backup
  keys show                   print the public key of resource packs
  keys rotate --confirm       sign resource packs with another key; clients refuse it until told
  openapi                     print the API as an OpenAPI 3.1 document
  doctor [--repair]           check the installation; exit status 1 if something is wrong
  version                     print the version of this program

Without --password-file the password is read from standard input.
Settings come from the environment or CONFIG_FILE: see docs/operating/settings.md.`;

/** Each command loads only the modules it needs. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import("./serve.ts")).serve,
  migrate: async () => (await import("./migrate-schema.ts")).migrateCommand,
  admin: async () => (await import("./admin-accounts.ts")).adminCommand,
  config: async () => (await import("./config-print.ts")).configCommand,
  backup: async () => (await import("./backup.ts")).backupCommand,
  restore: async () => (await import("./restore.ts")).restoreCommand,
  keys: async () => (await import("./pack-keys.ts")).keysCommand,
  openapi: async () => (await import("./openapi-print.ts")).openApiCommand,
  doctor: async () => (await import("./doctor.ts")).doctor,
};

/** Runs the command named by the arguments; returns the exit status. */
export async function runCommand(
  args: readonly string[],
  output: Output = terminal,
): Promise<number> {
  const [name = "serve", ...rest] = args;
  if (["help", "--help", "-h"].includes(name)) {
    output.print(USAGE);
    return 0;
  }
  if (["version", "--version", "-v"].includes(name)) {
    output.print(`wordloom ${VERSION}`);
    return 0;
  }
  try {
    const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (load === undefined) throw new UsageError(`no such command: ${name}`);
    const command = await load();
    return await command(rest, output);
  } catch (error) {
    output.complain(explain(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${USAGE}`;
  if (error instanceof AppError) return `${error.code}: ${error.message}`;
  return isDiskFull(error) ? `The disk is full: ${messageOf(error)}` : messageOf(error);
}
