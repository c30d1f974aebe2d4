import { JSONParser } from '@streamparser/json'
import { columnName, headerOf } from './csv-records.ts'
import { isRecord, type JsonRecord, jsonValues } from './json-values.ts'

/** What can be told of a file before it is read: by its content, never by its name. */
export type FileKind =
  | { kind: 'list'; first: JsonRecord }
  | { kind: 'object'; members: Set<string>; firstOf: (member: string) => Promise<JsonRecord> }
  | { kind: 'html'; head: string }
  | { kind: 'csv'; columns: Set<string>; delimiter: string }
  | { kind: 'text'; head: string }

/** Of the table of highlights that Readwise writes, which has no links. */
const HIGHLIGHT_COLUMNS = ['highlight', 'book title']

/** Text that can be read from its beginning again. */
export type ReadText = () => AsyncIterable<string>

/** Which column of a CSV file holds the links. */
const ADDRESS_COLUMNS = ['url', 'href', 'link']

export async function fileKindOf(read: ReadText, head: string): Promise<FileKind> {
  const start = head.trimStart()
  if (start.startsWith('[')) {
    const first = await firstRecord(read, '$.*')
    if (first) return { kind: 'list', first }
  }
  if (start.startsWith('{')) {
    const members = membersOf(head)
    if (members.size > 0) {
      const firstOf = async (member: string) => (await firstRecord(read, `$.${member}.*`)) ?? {}
      return { kind: 'object', members, firstOf }
    }
  }
  if (/<a\s[^>]{0,500}href\s*=/i.test(head)) return { kind: 'html', head }
  return csvKind(head) ?? { kind: 'text', head }
}

function csvKind(head: string): FileKind | undefined {
  for (const delimiter of [',', ';', '\t']) {
    const columns = headerOf(head, delimiter)
    const hasAddress = columns.some((name) => ADDRESS_COLUMNS.includes(name))
    const isOfHighlights = HIGHLIGHT_COLUMNS.every((name) => columns.includes(name))
    if ((hasAddress || isOfHighlights) && columns.every((name) => columnName(name).length < 64))
      return { kind: 'csv', columns: new Set(columns), delimiter }
  }
  return undefined
}

/** The first object at a path; undefined where there is none, or the file is not JSON. */
async function firstRecord(read: ReadText, path: string): Promise<JsonRecord | undefined> {
  try {
    for await (const value of jsonValues(read(), path)) return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
  return undefined
}

/** The members of the object that a text begins with, as far as the text goes. */
function membersOf(head: string): Set<string> {
  const members = new Set<string>()
  const parser = new JSONParser({ keepStack: false })
  parser.onValue = ({ key, stack }) => {
    const member = stack.length > 1 ? stack[1]?.key : key
    if (typeof member === 'string') members.add(member)
  }
  try {
    parser.write(head)
  } catch {
    // What came before the mistake counts.
  }
  return members
}
