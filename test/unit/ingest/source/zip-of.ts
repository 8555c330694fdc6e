import { crc32, deflateRawSync } from 'node:zlib';

/** A ZIP archive of the given parts, whose bytes tests can change. */
export function zipOf(parts: Record<string, string>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const plain = Buffer.from(text);
    const packed = deflateRawSync(plain);
    const header = headerOf(plain, packed, name);
    const body = Buffer.concat([bytesOf(0x04034b50, 20), header, Buffer.from(name), packed]);
    const listed = Buffer.concat([bytesOf(0x02014b50, 20, 20), header, Buffer.alloc(14), Buffer.from(name)]);
    listed.writeUInt32LE(at, 42);
    bodies.push(body);
    directory.push(listed);
    at += body.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, list, end]);
}

/** The fields in both headers of a part: flags, method, time, checksum, sizes, lengths. */
function headerOf(plain: Buffer, packed: Buffer, name: string): Buffer {
  const header = Buffer.alloc(24);
  header.writeUInt16LE(8, 2);
  header.writeUInt32LE(crc32(plain), 8);
  header.writeUInt32LE(packed.length, 12);
  header.writeUInt32LE(plain.length, 16);
  header.writeUInt16LE(Buffer.byteLength(name), 20);
  return header;
}

function bytesOf(signature: number, ...versions: number[]): Buffer {
  const bytes = Buffer.alloc(4 + 2 * versions.length);
  bytes.writeUInt32LE(signature, 0);
  for (const [i, version] of versions.entries()) bytes.writeUInt16LE(version, 4 + 2 * i);
  return bytes;
}
