/** Address of a device's own page; devices make their ids themselves. */
export const deviceHref = (deviceId: string): string => `/clients/${encodeURIComponent(deviceId)}`;
