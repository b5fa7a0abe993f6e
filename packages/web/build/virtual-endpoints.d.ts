/**
 * Written by stripped-endpoints.ts. Only endpoints exist at run time; importing any other value of
 * the contract fails the build.
 */
declare module "virtual:endpoints" {
  export * from "@wordloom/contract";
}
