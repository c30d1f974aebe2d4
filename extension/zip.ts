import { crc32 } from 'node:zlib'

/** 1 January 1980, the first date of the format, so that the same files give the same bytes. */
const DOS_DATE = 0x21

/** A zip archive of files by name, stored as they are (PKWARE's APPNOTE 4.3). */
export function zip(files: [name: string, content: Buffer][]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of files) {
    const path = Buffer.from(name)
    // Version, flags, method, time, date, CRC, both sizes, lengths of name and extra: the same in both headers.
    const sharedHeader = Buffer.alloc(26)
    sharedHeader.writeUInt16LE(20, 0)
    sharedHeader.writeUInt16LE(DOS_DATE, 8)
    sharedHeader.writeUInt32LE(crc32(content), 10)
    sharedHeader.writeUInt32LE(content.length, 14)
    sharedHeader.writeUInt32LE(content.length, 18)
    sharedHeader.writeUInt16LE(path.length, 22)
    const localHeaderOffset = Buffer.alloc(14)
    localHeaderOffset.writeUInt32LE(offset, 10)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), sharedHeader, path, content])
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), sharedHeader, localHeaderOffset, path]))
    parts.push(local)
    offset += local.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(listing.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, listing, Buffer.from('PK\x05\x06'), end])
}
