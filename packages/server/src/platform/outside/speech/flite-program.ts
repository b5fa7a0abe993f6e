/**
 * Runs Flite, a program for WebAssembly, which writes one file. It sees no file, no variable and no
 * clock of this machine: only its arguments, and a disk that holds what it writes.
 *
 * Source: WASI preview 1, as far as Flite uses it.
 */

import { openModuleFile, type ModuleFile } from "./module-file.ts";

/** What is used of WebAssembly: the types of Node leave it out. */
interface Wasm {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    program: object,
    imports: object,
  ) => { readonly exports: { readonly memory: Memory; readonly _start: () => void } };
}

interface Memory {
  readonly buffer: ArrayBuffer;
}

/** The compiled program. */
export interface Program extends Pick<ModuleFile, "fill"> {
  readonly module: object;
}

const wasm = (globalThis as unknown as { readonly WebAssembly: Wasm }).WebAssembly;

const OK = 0;
const BAD_FILE = 8;
const NO_SEEK = 70;
/** The folder of its disk, and the only file that it opens there. */
const FOLDER_HANDLE = 3;
const FILE_HANDLE = 4;
const FIRST_SIZE = 64 * 1024;

class Ended {
  readonly code: number;
  constructor(code: number) {
    this.code = code;
  }
}

/** @throws Error if the file is no program that can be used */
export function compileFlite(path: string): Program {
  const { code, fill } = openModuleFile(path);
  return { module: new wasm.Module(code), fill };
}

/**
 * @param args  the first is the program's name
 * @returns the bytes of the file that it wrote
 * @throws Error if it failed
 */
export function runFlite(program: Program, args: readonly string[]): Buffer {
  const disk = createDisk();
  let memory: Memory | undefined;
  const system = { ...argumentsFor(args, viewOf), ...filesFor(disk, viewOf), ...surroundings() };
  const { exports } = new wasm.Instance(program.module, { wasi_snapshot_preview1: system });
  memory = exports.memory;
  program.fill(memory.buffer);
  try {
    exports._start();
  } catch (ended) {
    if (!(ended instanceof Ended)) throw ended;
    if (ended.code !== 0) throw new Error(`it ended with ${ended.code}`);
  }
  return disk.content();

  // The memory may have grown since the last call.
  function viewOf(): DataView {
    if (memory === undefined) throw new Error("the program has not started");
    return new DataView(memory.buffer);
  }
}

type View = () => DataView;

function argumentsFor(args: readonly string[], view: View) {
  const texts = args.map((text) => Buffer.from(`${text}\0`));
  return {
    args_sizes_get(count: number, size: number) {
      view().setUint32(count, texts.length, true);
      view().setUint32(size, Buffer.concat(texts).length, true);
      return OK;
    },
    args_get(pointers: number, start: number) {
      let at = start;
      texts.forEach((text, index) => {
        view().setUint32(pointers + 4 * index, at, true);
        new Uint8Array(view().buffer).set(text, at);
        at += text.length;
      });
      return OK;
    },
  };
}

/** What the program asks for and does not need. */
function surroundings() {
  return {
    clock_time_get: () => OK,
    fd_close: () => OK,
    fd_fdstat_set_flags: () => OK,
    proc_exit(code: number) {
      throw new Ended(code);
    },
  };
}

type Disk = ReturnType<typeof createDisk>;

/** One file, with a place for the next byte. */
function createDisk() {
  let bytes = Buffer.alloc(FIRST_SIZE);
  let size = 0;
  let at = 0;
  return {
    write(piece: Uint8Array) {
      while (at + piece.length > bytes.length) {
        bytes = Buffer.concat([bytes, Buffer.alloc(bytes.length)]);
      }
      bytes.set(piece, at);
      at += piece.length;
      size = Math.max(size, at);
    },
    /** @param from  0: the start, 1: the place, 2: the end */
    seek(offset: number, from: number): number {
      at = offset + ([0, at, size][from] ?? 0);
      return at;
    },
    content: () => Buffer.from(bytes.subarray(0, size)),
  };
}

const FILE_KIND = 4;
const FOLDER_KIND = 3;
const ALL_RIGHTS = 0xffff_ffffn;

function filesFor(disk: Disk, view: View) {
  return {
    fd_fdstat_get(handle: number, at: number) {
      view().setUint8(at, handle === FOLDER_HANDLE ? FOLDER_KIND : FILE_KIND);
      view().setUint16(at + 2, 0, true);
      view().setBigUint64(at + 8, ALL_RIGHTS, true);
      view().setBigUint64(at + 16, ALL_RIGHTS, true);
      return OK;
    },
    fd_prestat_get(handle: number, at: number) {
      if (handle !== FOLDER_HANDLE) return BAD_FILE;
      view().setUint32(at, 0, true);
      view().setUint32(at + 4, 1, true);
      return OK;
    },
    fd_prestat_dir_name(_: number, at: number) {
      view().setUint8(at, "/".charCodeAt(0));
      return OK;
    },
    path_open(...told: number[]) {
      view().setUint32(told[8] ?? 0, FILE_HANDLE, true);
      return OK;
    },
    fd_read(_: number, __: number, ___: number, count: number) {
      view().setUint32(count, 0, true);
      return OK;
    },
    fd_seek(handle: number, offset: bigint, from: number, at: number) {
      if (handle !== FILE_HANDLE) return NO_SEEK;
      view().setBigUint64(at, BigInt(disk.seek(Number(offset), from)), true);
      return OK;
    },
    fd_write(handle: number, pieces: number, count: number, written: number) {
      let total = 0;
      for (let index = 0; index < count; index += 1) {
        const from = view().getUint32(pieces + 8 * index, true);
        const length = view().getUint32(pieces + 8 * index + 4, true);
        // What it prints is of no interest.
        if (handle === FILE_HANDLE) disk.write(new Uint8Array(view().buffer, from, length));
        total += length;
      }
      view().setUint32(written, total, true);
      return OK;
    },
  };
}
