import type { Translator } from "../../text/use-text.ts";

/** A platform's display name; an unknown name from a device is shown unchanged. */
export function platformName(platform: string, { t, has }: Translator): string {
  const key = `clients.on_${platform}`;
  return has(key) ? t(key) : platform;
}
