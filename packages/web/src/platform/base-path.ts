/** Path under which the service is served, without a trailing slash: "" or "/words". */
export const basePath = new URL(document.baseURI).pathname.replace(/\/$/, "");
