import type { Plugin } from "vite";

/**
 * The development server treats the index page as the service does when it serves the built one.
 */
export function basePathInDevelopment(): Plugin {
  return {
    name: "base-path-in-development",
    apply: "serve",
    transformIndexHtml: (html) => html.replaceAll("%BASE_PATH%", ""),
  };
}
