import { useEffect } from "react";
import { useAddress } from "../address/use-address.ts";

/** Gives the focus to the setting that the address names: its field, else what has it as its id. */
export function useSought(): void {
  const [{ setting }] = useAddress({ setting: "" });
  useEffect(() => {
    if (setting === "") return;
    const [field = document.getElementById(setting)] = document.getElementsByName(setting);
    field?.focus();
  }, [setting]);
}
