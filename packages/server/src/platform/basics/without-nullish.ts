/** A copy without the fields that are undefined or null. */
export function withoutNullish<T extends object>(fields: T) {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given) as {
    [K in keyof T as undefined extends T[K] ? never : null extends T[K] ? never : K]: T[K];
  } & {
    [K in keyof T as undefined extends T[K] ? K : null extends T[K] ? K : never]?: NonNullable<
      T[K]
    >;
  };
}
