/** Saves a text as a file on the person's device. */
export function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }));
}

/** Saves data as a file on the person's device. */
export function saveBlob(name: string, data: Blob): void {
  const address = URL.createObjectURL(data);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // By the next turn the browser holds its own reference to the data.
  setTimeout(() => URL.revokeObjectURL(address));
}
