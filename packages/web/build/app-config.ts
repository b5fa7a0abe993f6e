import react from "@vitejs/plugin-react";
import type { PluginOption, Rolldown, UserConfig } from "vite";
import { basePathInDevelopment } from "./development-base.ts";
import { layerOrder } from "./layer-order.ts";
import { parsedTexts } from "./parsed-texts.ts";
import { sharedFiles } from "./shared-files.ts";
import { strippedEndpoints } from "./stripped-endpoints.ts";

type CodeSplitting = Exclude<Rolldown.OutputOptions["codeSplitting"], boolean | undefined>;

/** Which modules share an output file of the build. */
export type FileGroups = NonNullable<CodeSplitting["groups"]>;

export interface WebApp {
  /** Folder that contains the app's `index.html`. */
  readonly root: string;
  readonly version: string;
  readonly fileGroups: FileGroups;
  /** Plugins in addition to those of every app. */
  readonly plugins?: readonly PluginOption[];
}

/**
 * How Vite builds an app. Addresses in the built files are relative to `<base href>`, which the
 * server writes into the index page: one build serves every BASE_PATH.
 */
export function appConfig({ root, version, fileGroups, plugins = [] }: WebApp): UserConfig {
  return {
    root,
    base: "./",
    plugins: [
      react(),
      strippedEndpoints(),
      basePathInDevelopment(),
      layerOrder(),
      parsedTexts(),
      sharedFiles(),
      ...plugins,
    ],
    define: { __APP_VERSION__: JSON.stringify(version) },
    css: { modules: { generateScopedName: "[name]-[local]-[hash:base64:4]" } },
    build: {
      target: "es2023",
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: { output: { codeSplitting: { groups: fileGroups } } },
    },
  };
}
