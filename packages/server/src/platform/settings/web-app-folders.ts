/** The web apps by name, and the path where each is served. */
export const webAppPaths = { admin: "/admin", learner: "" } as const;

export type WebAppName = keyof typeof webAppPaths;

/**
 * Folders with built web apps: `index.html` and everything it loads. Absent apps are not served.
 */
export type WebAppFolders = { readonly [Name in WebAppName]?: string };
