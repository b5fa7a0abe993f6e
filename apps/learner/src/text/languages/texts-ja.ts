export const texts = import.meta.glob<Record<string, string>>("../ja/*.json", {
  eager: true,
  import: "default",
});
