export * from "./common.ts";
export * from "./endpoint.ts";
export * from "./errors.ts";
export * from "./events.ts";
export * from "./auth.ts";
