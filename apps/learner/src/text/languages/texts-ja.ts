export const texts = import.meta.glob<Record<string, string>>(
  ["../ja/*.json", "../../../../../packages/web/src/text/ja/*.json"],
  { eager: true, import: "default" },
);
