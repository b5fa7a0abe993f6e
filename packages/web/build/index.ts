export { appConfig, type FileGroups } from "./app-config.ts";
