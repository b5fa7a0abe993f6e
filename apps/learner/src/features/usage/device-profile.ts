import type { DeviceProfile } from "@wordloom/contract";
import { chosenLanguage } from "@wordloom/web";

const systems = [/Android/, /iPhone|iPad/, /Windows/, /Mac OS X/, /Linux/];
const browsers = [/Edg\/(\d+)/, /Firefox\/(\d+)/, /Chrome\/(\d+)/, /Version\/(\d+).*Safari/];
const browserNames = ["Edge", "Firefox", "Chrome", "Safari"];

/** The data that a browser reveals to every page. */
export function deviceProfile(): DeviceProfile {
  const agent = navigator.userAgent;
  const osName = systems.flatMap((system) => system.exec(agent)?.[0] ?? [])[0] ?? "unknown";
  const at = browsers.findIndex((browser) => browser.test(agent));
  const browserName = browserNames[at] ?? "unknown";
  return {
    cpuCores: navigator.hardwareConcurrency,
    screenWidth: screen.width,
    screenHeight: screen.height,
    pixelRatio: devicePixelRatio,
    touchSupport: navigator.maxTouchPoints > 0,
    onlineStatus: navigator.onLine,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: chosenLanguage.get(),
    // A browser does not know its model, so a label stands in.
    model: `${browserName} on ${osName}`,
    osName,
    browserName,
    browserVersion: browsers[at]?.exec(agent)?.[1] ?? null,
  };
}
