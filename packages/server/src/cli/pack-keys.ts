import {
  prepareSigner,
  readPublicKey,
  rotateKey,
} from "../features/clients/resource-packs/pack-signer.service.ts";
import { readSettings } from "../platform/settings/settings.ts";
import { withCommandContext } from "./command-context.ts";
import { parseWords } from "./command-words.ts";
import { UsageError, type Command } from "./output.ts";

/** `keys show` and `keys rotate --confirm`: the key pair that signs resource packs. */
export const keysCommand: Command = async ([what = "", ...args], output) => {
  if (what !== "show" && what !== "rotate") throw new UsageError(`no such command: keys ${what}`);
  const { flags, rest } = parseWords(args, what === "rotate" ? ["--confirm"] : []);
  if (rest.length > 0) throw new UsageError(`keys ${what} takes no ${rest[0]}`);
  const isConfirmed = flags.has("--confirm");
  if (what === "rotate" && !isConfirmed) {
    throw new UsageError(
      "clients that know the present key will refuse everything signed with another one: " +
        "say --confirm",
    );
  }
  const settings = readSettings();
  output.print(`data directory ${settings.DATA_DIR}`);
  await withCommandContext(settings, async (context) => {
    if (what === "show") {
      await prepareSigner(context);
      output.print(await readPublicKey(context));
      return;
    }
    output.print(await rotateKey(context, context.clock.nowMs()));
    output.print("Clients accept new packs only once they know this key; those in force stay.");
    output.print("Where several machines run, give the same key to each of them.");
  });
  return 0;
};
