export const texts = import.meta.glob<Record<string, string>>(
  ["../ko/*.json", "../../../../../packages/web/src/text/ko/*.json"],
  { eager: true, import: "default" },
);
