import { NAME_SIGNS } from "@wordloom/contract/name-signs";

/**
 * The service's rules for an account, checked while a person types. The service decides;
 * account-rules.test.ts compares both.
 */
export type AccountFault =
  "empty" | "email" | "username_short" | "username_long" | "username_signs";

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const EMAIL = new RegExp(
  `^(?=[^@]{1,64}@)[a-z0-9_+-]+(?:\\.[a-z0-9_+-]+)*@(?:${LABEL}\\.)+${LABEL}$`,
);
const EMAIL_MAX = 254;
const NAME_RANGE = [2, 50] as const;

export function emailFault(text: string): AccountFault | undefined {
  const email = text.trim().toLowerCase();
  if (email === "") return "empty";
  return email.length <= EMAIL_MAX && EMAIL.test(email) ? undefined : "email";
}

export function usernameFault(text: string): AccountFault | undefined {
  const name = text.trim().normalize("NFC");
  const length = [...name].length;
  if (length === 0) return "empty";
  if (length < NAME_RANGE[0]) return "username_short";
  if (length > NAME_RANGE[1]) return "username_long";
  return NAME_SIGNS.test(name) ? undefined : "username_signs";
}

/** The requirements of a password, in display order. */
export const passwordRules = {
  length: (text: string) => text.length >= 8 && text.length <= 256,
  upper: (text: string) => /\p{Lu}/u.test(text),
  lower: (text: string) => /\p{Ll}/u.test(text),
  digit: (text: string) => /\p{Nd}/u.test(text),
} as const;

export type PasswordRule = keyof typeof passwordRules;

export function brokenPasswordRules(text: string): PasswordRule[] {
  const rules = Object.entries(passwordRules) as [PasswordRule, (text: string) => boolean][];
  return rules.filter(([, holds]) => !holds(text)).map(([rule]) => rule);
}
