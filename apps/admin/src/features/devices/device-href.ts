/** Address of a device's own page, encoded because devices choose their own ids. */
export const deviceHref = (deviceId: string): string => `/clients/${encodeURIComponent(deviceId)}`;
