/** Path under which the service is served, without a slash at its end: "" or "/words". */
export const basePath = new URL(document.baseURI).pathname.replace(/\/$/, "");
