const DAY_MS = 86_400_000;

/** Day 0 of the two calendars of spreadsheets, ms. 1900 has a 29 February there. */
const DAY_0_OF_1900 = Date.UTC(1899, 11, 30);
const DAY_0_OF_1904 = Date.UTC(1904, 0, 1);

/**
 * A number as a spreadsheet with this format shows it: dates as `2024-03-01`, times as `10:15`,
 * leading zeros, fixed decimals and percent; other formats as the number alone.
 *
 * @param value  as the file has it
 */
export function shownNumber(value: string, format: string, startsIn1904: boolean): string {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return value;
  const plain = format.replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, "").split(";")[0] ?? "";
  if (/[ymdhs]/i.test(plain) && !/general/i.test(plain))
    return shownDate(number, plain, startsIn1904);
  const decimals = /\.(0+)/.exec(plain)?.[1]?.length ?? 0;
  if (plain.includes("%")) return `${(number * 100).toFixed(decimals)}%`;
  if (decimals > 0) return number.toFixed(decimals);
  if (/^0{2,}$/.test(plain) && Number.isInteger(number)) return value.padStart(plain.length, "0");
  // Text of fifteen digits is what a spreadsheet keeps; more come from binary fractions.
  return String(Number(number.toPrecision(15)));
}

function shownDate(days: number, format: string, startsIn1904: boolean): string {
  const time = (startsIn1904 ? DAY_0_OF_1904 : DAY_0_OF_1900) + Math.round(days * 86_400) * 1000;
  if (!(Math.abs(time) < 8.64e15)) return String(days);
  const iso = isoOf(time);
  const hasDay = /[yd]/i.test(format) || /m/i.test(format.replace(/h[^]*|m+:?s/gi, ""));
  const hasTime = /h|s/i.test(format);
  const clock = iso.slice(11, /s/i.test(format) ? 19 : 16);
  if (hasDay) return hasTime && days % 1 !== 0 ? `${iso.slice(0, 10)} ${clock}` : iso.slice(0, 10);
  return clock;
}

function isoOf(timeMs: number): string {
  const days = Math.floor(timeMs / DAY_MS);
  const seconds = Math.floor((timeMs - days * DAY_MS) / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) =>
    two(Math.floor(part)),
  );
  return `${civilDay(days)} ${clock.join(":")}`;
}

/**
 * The date of a day counted from 1970-01-01.
 *
 * Source: Howard Hinnant, chrono-compatible low-level date algorithms, civil_from_days.
 */
function civilDay(days: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const day = shifted - era * 146_097;
  const year = Math.floor(
    (day - Math.floor(day / 1460) + Math.floor(day / 36_524) - Math.floor(day / 146_096)) / 365,
  );
  const ofYear = day - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const part = Math.floor((5 * ofYear + 2) / 153);
  const month = part < 10 ? part + 3 : part - 9;
  const date = ofYear - Math.floor((153 * part + 2) / 5) + 1;
  const two = (value: number) => String(value).padStart(2, "0");
  return `${year + era * 400 + (month <= 2 ? 1 : 0)}-${two(month)}-${two(date)}`;
}
