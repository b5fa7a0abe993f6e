/**
 * Written by stripped-endpoints.ts. Only endpoints are there at run time; importing anything
 * else of the contract as a value fails the build.
 */
declare module "virtual:endpoints" {
  export * from "@wordloom/contract";
}
