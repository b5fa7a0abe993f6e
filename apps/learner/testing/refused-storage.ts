/** Runs in the page: imitates a private window of a strict browser. */
export function refuseStorage(): void {
  const refuse = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  Object.defineProperty(IDBFactory.prototype, "open", { value: refuse });
  Object.defineProperty(IDBFactory.prototype, "databases", { value: refuse });
  Object.defineProperty(Storage.prototype, "setItem", { value: refuse });
}
