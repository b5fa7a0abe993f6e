import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/**
 * A program for WebAssembly whose initial data stays in its file. V8 keeps the bytes of a program
 * as long as the program, beside the copy of the data in the memory of each run.
 *
 * Source: WebAssembly Core Specification, 5.5 (modules).
 */
export interface ModuleFile {
  /** The program without data, names and notes for debuggers. */
  readonly code: Uint8Array<ArrayBuffer>;
  /** Writes the initial data into the memory of a run that has not started. */
  fill(memory: ArrayBuffer): void;
}

const HEADER_BYTES = 8;
const CUSTOM_SECTION = 0;
const START_SECTION = 8;
const DATA_SECTION = 11;
const DATA_COUNT_SECTION = 12;
/** `i32.const`, and the end of the expression. */
const [CONSTANT, END] = [0x41, 0x0b];
/** Of a number of 32 bits. */
const NUMBER_BYTES_MAX = 5;

interface Segment {
  /** Offset in the memory. */
  readonly to: number;
  /** Offset in the file. */
  readonly from: number;
  readonly length: number;
}

/**
 * The file stays open as long as this thread lives, so that an update may replace it meanwhile.
 *
 * @throws Error if there is no such file, or its data cannot be left out
 */
export function openModuleFile(path: string): ModuleFile {
  const file = openSync(path, "r");
  try {
    const { code, segments } = readParts(file);
    return {
      code,
      fill(memory) {
        for (const { to, from, length } of segments) {
          readAll(file, new Uint8Array(memory, to, length), from);
        }
      },
    };
  } catch (fault) {
    closeSync(file);
    throw fault;
  }
}

function readParts(file: number) {
  const { size } = fstatSync(file);
  const parts = [bytesAt(file, 0, HEADER_BYTES)];
  const segments: Segment[] = [];
  for (let at = HEADER_BYTES; at < size;) {
    const [id = 0] = bytesAt(file, at, 1);
    const { value: length, next: start } = numberAt(file, at + 1);
    const end = start + length;
    // A start function would run before there is data; instructions would count the segments.
    if (id === START_SECTION || id === DATA_COUNT_SECTION) throw unusable(`section ${id}`);
    if (id === DATA_SECTION) segments.push(...segmentsAt(file, start));
    else if (id !== CUSTOM_SECTION) parts.push(bytesAt(file, at, end - at));
    at = end;
  }
  return { code: new Uint8Array(Buffer.concat(parts)), segments };
}

function segmentsAt(file: number, start: number): Segment[] {
  const { value: count, next: first } = numberAt(file, start);
  const segments: Segment[] = [];
  let at = first;
  for (let index = 0; index < count; index += 1) {
    const [kind, instruction] = bytesAt(file, at, 2);
    const { value: to, next: afterOffset } = numberAt(file, at + 2);
    const [end] = bytesAt(file, afterOffset, 1);
    if (kind !== 0 || instruction !== CONSTANT || end !== END) throw unusable("data");
    const { value: length, next: from } = numberAt(file, afterOffset + 1);
    segments.push({ to, from, length });
    at = from + length;
  }
  return segments;
}

/** A number in LEB128, and where the next part begins. */
function numberAt(file: number, at: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (const [index, byte] of bytesAt(file, at, NUMBER_BYTES_MAX).entries()) {
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, next: at + index + 1 };
  }
  throw unusable(`number at ${at}`);
}

/** Fewer at the end of the file. */
function bytesAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, at));
}

function readAll(file: number, into: Uint8Array, from: number): void {
  for (let done = 0; done < into.length;) {
    const read = readSync(file, into, done, into.length - done, from + done);
    if (read === 0) throw unusable("end of the file");
    done += read;
  }
}

function unusable(what: string): Error {
  return new Error(`the program of the built-in voice has an unexpected ${what}`);
}
