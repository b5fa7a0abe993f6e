/** Ports that services of this worker have given back, and how many services had each. */
const free: number[] = [];
const uses = new Map<number, number>();

/**
 * A port for a service of a test: one that an earlier service has left, so that the browsers which
 * stand at its address can be used again. 0: any.
 */
export const takePort = (): number => free.pop() ?? 0;

/** A service listens on it. */
export const notePort = (port: number): void => void uses.set(port, (uses.get(port) ?? 0) + 1);

export const givePort = (port: number): void => void free.push(port);

/** How many services had the address of a service up to now. */
export const usesOf = (url: string): number => uses.get(Number(new URL(url).port)) ?? 0;
