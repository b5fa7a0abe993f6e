import { useEffect } from "react";
import { useAddress } from "../address/use-address.ts";

/** Focuses the setting that the address names: its field, or else the element with its id. */
export function useFocusSetting(): void {
  const [{ setting }] = useAddress({ setting: "" });
  useEffect(() => {
    if (setting === "") return;
    const [field = document.getElementById(setting)] = document.getElementsByName(setting);
    field?.focus();
  }, [setting]);
}
