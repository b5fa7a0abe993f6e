/** Hands a text to the person as a file. */
export function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }));
}

/** Hands data to the person as a file. */
export function saveBlob(name: string, data: Blob): void {
  const address = URL.createObjectURL(data);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken its own hold of the data by the next turn.
  setTimeout(() => URL.revokeObjectURL(address));
}
