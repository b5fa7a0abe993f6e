export const texts = import.meta.glob<Record<string, string>>("../de/*.json", {
  eager: true,
  import: "default",
});
