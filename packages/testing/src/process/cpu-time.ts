/** CPU milliseconds of this thread, which other threads and programs do not lengthen. */
export function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
