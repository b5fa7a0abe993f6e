export const texts = import.meta.glob<Record<string, string>>("../es/*.json", {
  eager: true,
  import: "default",
});
