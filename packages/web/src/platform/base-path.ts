/** Path under which the service is served, without a trailing slash: "" or "/words". */
export const basePath = new URL(document.baseURI).pathname.replace(/\/$/, "");

/** The current page below the base path: `/study`; `/` for the first one. */
export const pagePath = (): string => location.pathname.slice(basePath.length) || "/";
