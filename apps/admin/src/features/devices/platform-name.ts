import type { Translator } from "../../text/use-text.ts";

/** A platform by its own name; what a device made up stays as it is. */
export function platformName(platform: string, { t, has }: Translator): string {
  const key = `clients.on_${platform}`;
  return has(key) ? t(key) : platform;
}
