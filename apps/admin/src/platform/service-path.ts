import { basePath } from "@wordloom/web";

/** Path under which the service is served; the console is below it, at `/admin`. */
export const servicePath = basePath.replace(/\/admin$/, "");
