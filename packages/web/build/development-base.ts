import type { Plugin } from "vite";

/** The development server does what the service does when it serves the built index page. */
export function basePathInDevelopment(): Plugin {
  return {
    name: "base-path-in-development",
    apply: "serve",
    transformIndexHtml: (html) => html.replaceAll("%BASE_PATH%", ""),
  };
}
