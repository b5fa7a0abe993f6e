export const texts = import.meta.glob<Record<string, string>>(
  ["../es/*.json", "../../../../../packages/web/src/text/es/*.json"],
  { eager: true, import: "default" },
);
