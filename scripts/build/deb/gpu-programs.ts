/**
 * Leaves programs for graphics cards (SPIR-V) out of a library. node-av carries 47 MB of them for whisper.cpp, which Hindcast does not use.
 * Only a range that holds nothing else is cut, and no address changes: zeros are mapped in its place. Called by `build-deb.ts` after `strip`.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const SPIRV_MAGIC = 0x07230203;
const SPIRV_HEADER_BYTES = 20;
const SPIRV_FUNCTION_END = 0x00010038;
const SPIRV_LAST_OPCODE = 8_000;
/** Between two programs: padding and the length of one of them. */
const MOST_BETWEEN_BYTES = 64;
const PT_LOAD = 1;
const PROGRAM_HEADER_BYTES = 56;
const SECTION_HEADER_BYTES = 64;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Gives the number of bytes that it left out; 0 for a library without such programs. */
export function cutGpuPrograms(file: string): number {
  const elf = readFileSync(file);
  const run = longestRun(elf, gpuProgramsIn(elf));
  const segment = run && programHeaders(elf).find((header) => isLoaded(header, run));
  if (run === undefined || segment === undefined) return 0;
  const align = Number(segment.readBigUInt64LE(48));
  const cut = {
    start: Math.ceil(run.start / align) * align,
    end: Math.floor(run.end / align) * align,
  };
  if (cut.end <= cut.start) return 0;
  writeFileSync(file, withoutRange(elf, cut, segment));
  return cut.end - cut.start;
}

/** Whole programs: each begins with a header and ends with the end of its last function. */
function gpuProgramsIn(elf: Buffer): Range[] {
  const found: Range[] = [];
  const magic = Buffer.alloc(4);
  magic.writeUInt32LE(SPIRV_MAGIC);
  for (let start = elf.indexOf(magic); start >= 0; ) {
    const end = start % 4 === 0 ? endOfProgram(elf, start) : undefined;
    if (end !== undefined) found.push({ start, end });
    start = elf.indexOf(magic, end ?? start + 1);
  }
  return found;
}

/** Undefined where the magic number stands by chance. */
function endOfProgram(elf: Buffer, start: number): number | undefined {
  let end: number | undefined;
  for (let at = start + SPIRV_HEADER_BYTES; at + 4 <= elf.length; ) {
    const instruction = elf.readUInt32LE(at);
    const words = instruction >>> 16;
    if (words === 0 || (instruction & 0xffff) > SPIRV_LAST_OPCODE) break;
    at += words * 4;
    if (instruction === SPIRV_FUNCTION_END) end = at;
  }
  return end;
}

/** The longest range of programs with nothing between them that something else could read. */
function longestRun(elf: Buffer, programs: readonly Range[]): Range | undefined {
  const lengths = new Set(programs.map(({ start, end }) => end - start));
  let longest: Range | undefined;
  let run: Range | undefined;
  for (const program of programs) {
    const isNext = run !== undefined && isFiller(elf, run.end, program.start, lengths);
    run = isNext && run ? { start: run.start, end: program.end } : program;
    if (!longest || run.end - run.start > longest.end - longest.start) longest = run;
  }
  return longest;
}

function isFiller(elf: Buffer, from: number, to: number, lengths: ReadonlySet<number>): boolean {
  if (to - from > MOST_BETWEEN_BYTES) return false;
  for (let at = from; at < to; at += 4) {
    const word = elf.readUInt32LE(at);
    if (word !== 0 && !lengths.has(word)) return false;
  }
  return true;
}

/** Views of the file: what is written to them is written to it. */
function programHeaders(elf: Buffer): Buffer[] {
  const [offset, count] = [Number(elf.readBigUInt64LE(32)), elf.readUInt16LE(56)];
  return views(elf, offset, count, PROGRAM_HEADER_BYTES);
}

function sectionHeaders(elf: Buffer): Buffer[] {
  const [offset, count] = [Number(elf.readBigUInt64LE(40)), elf.readUInt16LE(60)];
  return views(elf, offset, count, SECTION_HEADER_BYTES);
}

function views(elf: Buffer, offset: number, count: number, size: number): Buffer[] {
  return Array.from({ length: count }, (_, i) =>
    elf.subarray(offset + i * size, offset + (i + 1) * size),
  );
}

function isLoaded(header: Buffer, { start, end }: Range): boolean {
  const offset = Number(header.readBigUInt64LE(8));
  const size = Number(header.readBigUInt64LE(32));
  return header.readUInt32LE(0) === PT_LOAD && offset <= start && end <= offset + size;
}

/** The segment becomes two. Their headers, which are one more now, go to the end of the file. */
function withoutRange(original: Buffer, cut: Range, segment: Buffer): Buffer {
  const elf = Buffer.from(original);
  const size = BigInt(cut.end - cut.start);
  const start = BigInt(cut.start);
  const moveBack = (view: Buffer, field: number) => {
    const offset = view.readBigUInt64LE(field);
    if (offset >= BigInt(cut.end)) view.writeBigUInt64LE(offset - size, field);
  };
  for (const section of sectionHeaders(elf)) {
    const offset = section.readBigUInt64LE(24);
    const length = section.readBigUInt64LE(32);
    const isCut = offset < start && offset + length >= BigInt(cut.end);
    if (isCut) section.writeBigUInt64LE(length - size, 32);
    moveBack(section, 24);
  }
  const headers = programHeaders(elf).flatMap((header, i) => {
    if (!programHeaders(original)[i]?.equals(segment)) {
      moveBack(header, 8);
      return [header];
    }
    const before = Buffer.from(segment);
    const after = Buffer.from(segment);
    const [offset, length] = [segment.readBigUInt64LE(8), segment.readBigUInt64LE(32)];
    before.writeBigUInt64LE(start - offset, 32);
    // Longer in memory than in the file: the rest is zeros. The library reads the lengths of programs when it is loaded.
    before.writeBigUInt64LE(start - offset + size, 40);
    after.writeBigUInt64LE(start, 8);
    for (const field of [16, 24])
      after.writeBigUInt64LE(segment.readBigUInt64LE(field) + (start - offset) + size, field);
    for (const field of [32, 40]) after.writeBigUInt64LE(length - (start - offset) - size, field);
    return [before, after];
  });
  moveBack(elf, 40);
  const kept = Buffer.concat([elf.subarray(0, cut.start), elf.subarray(cut.end)]);
  const padding = Buffer.alloc((8 - (kept.length % 8)) % 8);
  kept.writeBigUInt64LE(BigInt(kept.length + padding.length), 32);
  kept.writeUInt16LE(headers.length, 56);
  return Buffer.concat([kept, padding, ...headers]);
}
