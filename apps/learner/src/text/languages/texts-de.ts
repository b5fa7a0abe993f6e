export const texts = import.meta.glob<Record<string, string>>(
  ["../de/*.json", "../../../../../packages/web/src/text/de/*.json"],
  { eager: true, import: "default" },
);
