import type { Page } from "playwright-core";

/**
 * Opens every kind of layer in the gallery, one after the other. @param look  inspects the open one
 */
export async function eachLayer(page: Page, look: (part: string) => Promise<void>): Promise<void> {
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  for (const name of ["Dialog", "Sheet", "Confirm", "Confirm by typing"]) {
    await button(name).click();
    await look("dialog");
    await page.keyboard.press("Escape");
  }
  await button("More about this word").click();
  await look("[role=menu]");
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Time zone" }).fill("ber");
  await look("[role=listbox]");
  await page.keyboard.press("Escape");
  await button("Toast").click();
  await button("Toast of a fault").click();
  await look("[role=region][aria-label=Messages]");
}
