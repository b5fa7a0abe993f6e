import { createHash } from "node:crypto";
import type { PlacedPackage } from "./npm-packages.ts";

/** The subject of a bill of materials. */
export interface BillSubject {
  /** Release tag. */
  readonly tag: string;
  readonly arch: string;
  readonly commit: string;
  /** ISO 8601; the commit's time, so that two builds are the same. */
  readonly time: string;
  /** Everything from npm, Node included. */
  readonly packages: readonly PlacedPackage[];
}

/** Parts that are not packages; NOTICE has their terms in full. */
const DATA = [
  { name: "SUBTLEX-US word order", license: { name: "see NOTICE, 1" } },
  { name: "CMU Pronouncing Dictionary", license: { id: "BSD-2-Clause" } },
  { name: "WordNet 3.1 database files", license: { name: "WordNet License, see NOTICE, 3" } },
  { name: "Newsreader typeface", license: { id: "OFL-1.1" } },
  { name: "Inter typeface", license: { id: "OFL-1.1" } },
] as const;

/** The parts of a release with their licenses, in the form of CycloneDX 1.6. */
export function billOfMaterials({ tag, arch, commit, time, packages }: BillSubject): object {
  const version = tag.slice(1);
  const components = uniqueParts(packages);
  const own = `pkg:generic/wordloom@${version}?arch=${arch}`;
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([tag, arch, commit, components]))}`,
    version: 1,
    metadata: {
      timestamp: time,
      component: {
        type: "application",
        "bom-ref": own,
        name: "wordloom",
        version,
        purl: own,
        licenses: [{ license: { id: "MIT" } }],
        properties: [{ name: "wordloom:commit", value: commit }],
      },
    },
    components: [
      ...components,
      ...DATA.map(({ name, license }) => ({
        type: "data",
        "bom-ref": `data:${name}`,
        name,
        licenses: [{ license }],
      })),
    ],
  };
}

/** @throws Error for a package without a license */
function uniqueParts(packages: readonly PlacedPackage[]): object[] {
  const parts = new Map<string, object>();
  for (const { place, name, entry } of packages) {
    const { version = "", license, integrity = "" } = entry;
    if (license === undefined) throw new Error(`${place} names no license`);
    const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    const [group, short] = name.startsWith("@") ? name.split("/") : [undefined, name];
    parts.set(purl, {
      type: "library",
      "bom-ref": purl,
      ...(group && { group }),
      name: short,
      version,
      ...(integrity.startsWith("sha512-") && { hashes: [sha512(integrity)] }),
      licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
      purl,
    });
  }
  return [...parts.keys()].toSorted().map((purl) => parts.get(purl) ?? {});
}

/** The hash of the package in the registry. */
function sha512(integrity: string): object {
  const content = Buffer.from(integrity.slice("sha512-".length), "base64").toString("hex");
  return { alg: "SHA-512", content };
}

/** A UUID (version 8 of RFC 9562) that is the same for the same content. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [
    ...[hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`],
    ...[`${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)],
  ].join("-");
}
