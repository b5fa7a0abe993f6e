import { access, constants } from "node:fs/promises";
import { VERSION } from "../basics/version.ts";
import { isInContainer, surroundings } from "./in-container.ts";
import { realDisk, type ReleaseDisk } from "./release-disk.ts";
import { archOfMachine, installFolder, readReleaseInfo } from "./release-info.ts";
import type { ReleaseArch, ReleaseInfo } from "./release-info.ts";

/** What the new program is told by the old one. */
export interface HandOver {
  readonly taskId: string;
  readonly installDir: string;
  readonly targetVersion: string;
}

/** The running program: where it came from, and what it may do to itself. */
export interface Installation {
  /** Release tag. */
  readonly version: string;
  /** Of the release that runs; undefined in a checkout. */
  readonly release: ReleaseInfo | undefined;
  /** The folder with the `lib/` of the release that runs. */
  readonly folder: string | undefined;
  /** undefined where there are no releases for. */
  readonly arch: ReleaseArch | undefined;
  readonly inContainer: boolean;
  readonly disk: ReleaseDisk;
  isWritable(folder: string): Promise<boolean>;
  /** Ends the app of this process and opens it anew: the database is another one. */
  startAnew(): void;
  /** Ends this process and begins it anew: the database cannot be trusted by what it holds open. */
  startProcessAnew(): void;
  /** Ends the app of this process and starts the program in the install folder. */
  handOver(order: HandOver): void;
}

/** This installation, without what the variables of the process tell of it. */
export function thisInstallation(): Installation {
  const release = readReleaseInfo();
  return {
    version: VERSION,
    release,
    folder: release && installFolder(),
    arch: archOfMachine(),
    inContainer: isInContainer(surroundings({})),
    disk: realDisk,
    isWritable: (folder) =>
      access(folder, constants.W_OK | constants.X_OK).then(
        () => true,
        () => false,
      ),
    startAnew() {
      throw new Error("this process cannot open its app anew");
    },
    startProcessAnew() {
      throw new Error("this process cannot begin anew");
    },
    handOver() {
      throw new Error("this process cannot be replaced");
    },
  };
}
