const VERSION = /^v?(\d+)\.(\d+)\.(\d+)/;

/** Whether a version is at least another one; false for a version that cannot be parsed. */
export function suitsVersion(version: string, least: string): boolean {
  const [own, wanted] = [numbersOf(version), numbersOf(least)];
  if (own === undefined || wanted === undefined) return false;
  const at = own.findIndex((number, index) => number !== wanted[index]);
  return at < 0 || (own[at] ?? 0) > (wanted[at] ?? 0);
}

function numbersOf(version: string): number[] | undefined {
  return VERSION.exec(version)?.slice(1).map(Number);
}
