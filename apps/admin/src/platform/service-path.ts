import { basePath } from "@wordloom/web";

/** Path under which the service is served: the console stands below it, at `/admin`. */
export const servicePath = basePath.replace(/\/admin$/, "");
