import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { LibraryRow } from '../../src/library/parsing/entry.ts'
import { openZipFile } from '../../src/library/zip-files.ts'
import { readLibrary } from '../../src/library/read-library.ts'

/** Writes a file with a name that says nothing, and reads it as a library. */
export async function readFile(
  content: string | Uint8Array,
): Promise<{ format: string; rows: LibraryRow[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'rq-library-'))
  try {
    const path = join(folder, 'export')
    writeFileSync(path, content)
    const reading = await readLibrary(path)
    try {
      return { format: reading.format.name, rows: await Array.fromAsync(reading.rows) }
    } finally {
      reading.close()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A zip as exports are written: streamed, with the sizes behind the data. */
export async function zipOf(files: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

/** The files of a zip, by their paths. */
export async function unzipped(bytes: Uint8Array): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'rq-zip-'))
  try {
    const path = join(folder, 'a.zip')
    writeFileSync(path, bytes)
    const zip = await openZipFile(path)
    const texts = new Map<string, string>()
    for (const file of zip.files)
      texts.set(file.name, Buffer.concat(await Array.fromAsync(file.open())).toString())
    zip.close()
    return texts
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What an entry says beyond the defaults. */
export function brief(row: LibraryRow): Record<string, unknown> {
  const stated = Object.entries(row).filter(
    ([name, value]) =>
      name !== 'row' &&
      value !== undefined &&
      value !== false &&
      value !== 'unread' &&
      !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(
    stated.map(([name, value]) =>
      name.endsWith('At') ? [name, new Date(value as number).toISOString()] : [name, value],
    ),
  )
}
