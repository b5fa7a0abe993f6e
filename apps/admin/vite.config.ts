import { appConfig } from "@wordloom/web/build";
import { defineConfig } from "vite";
import { fileGroups } from "./build/file-groups.ts";
import manifest from "./package.json" with { type: "json" };

const { version } = manifest;

export default defineConfig(appConfig({ root: import.meta.dirname, version, fileGroups }));
