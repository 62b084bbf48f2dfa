/** Archives as no honest program would write them: for `archives.test.ts`. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ArchiveEntry {
  path: string;
  text?: string;
  type?: keyof typeof TAR_TYPES;
  linkpath?: string;
  /** What the header says, whatever follows. */
  size?: number;
  /** In a zip: not compressed. */
  isStored?: boolean;
  /** In a zip: the name next to the content, where the directory says another one. */
  localPath?: string;
}

const TAR_TYPES = {
  File: '0',
  Link: '1',
  SymbolicLink: '2',
  CharacterDevice: '3',
  Directory: '5',
  FIFO: '6',
};
/** Unix modes; a zip has no hard links. */
const ZIP_MODES = {
  File: 0o100644,
  Link: 0o120777,
  SymbolicLink: 0o120777,
  CharacterDevice: 0o020644,
  Directory: 0o040755,
  FIFO: 0o010644,
};

export function tarOf(entries: readonly ArchiveEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, text = '', type = 'File', linkpath = '', size }) => {
    const bytes = Buffer.byteLength(text);
    const header = Buffer.alloc(512);
    header.write(path, 0, 100);
    header.write('0000644\0', 100);
    header.write(`${(size ?? bytes).toString(8).padStart(11, '0')}\0`, 124);
    header.write('00000000000\0', 136);
    header.write(`${' '.repeat(8)}${TAR_TYPES[type]}`, 148);
    header.write(linkpath, 157, 100);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    const body = Buffer.alloc(Math.ceil(bytes / 512) * 512);
    body.write(text);
    return [header, body];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** Twelve fields that stand in front of the content and in the directory alike. */
function zipFields(entry: ArchiveEntry, content: Buffer, packed: Buffer, name: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  // Names are UTF-8.
  fields.writeUInt16LE(0x800, 2);
  fields.writeUInt16LE(entry.isStored ? 0 : 8, 4);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE((entry.size ?? content.length) >>> 0, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

const LOCAL = Buffer.from('PK\x03\x04');
const CENTRAL = Buffer.from('PK\x01\x02');
const END = Buffer.from('PK\x05\x06');

/** `count` is what its end says of the number of entries. */
export function zipOf(entries: readonly ArchiveEntry[], count = entries.length): Buffer {
  const contents: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { type = 'File', path, localPath = path } = entry;
    const isLink = type === 'Link' || type === 'SymbolicLink';
    const content = Buffer.from((isLink ? entry.linkpath : entry.text) ?? '');
    const packed = entry.isStored ? content : deflateRawSync(content);
    const name = Buffer.from(path);
    const localName = Buffer.from(localPath);
    const local = [LOCAL, zipFields(entry, content, packed, localName), localName, packed];
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((ZIP_MODES[type] << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    const made = Buffer.from([20, 3]);
    directory.push(CENTRAL, made, zipFields(entry, content, packed, name), tail, name);
    contents.push(...local);
    offset += local.reduce((sum, { length }) => sum + length, 0);
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...contents, ...directory, END, end]);
}
