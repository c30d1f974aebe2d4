import { JSONParser } from '@streamparser/json'
import { columnName, parseHeader } from './csv-records.ts'
import { isRecord, type JsonRecord, jsonValues } from './json-values.ts'

/** What is known about a file before it is read: by its content, never by its name. */
export type FileKind =
  | { kind: 'list'; first: JsonRecord }
  | { kind: 'object'; members: Set<string>; firstOf: (member: string) => Promise<JsonRecord> }
  | { kind: 'html'; head: string }
  | { kind: 'csv'; columns: Set<string>; delimiter: string }
  | { kind: 'text'; head: string }

/** The columns of the table of highlights that Readwise writes, which has no links. */
const HIGHLIGHT_COLUMNS = ['highlight', 'book title']

/** A text that can be read any number of times from its beginning. */
export type ReadText = () => AsyncIterable<string>

/** The names of the column with the links, in order of preference. */
const URL_COLUMNS = ['url', 'href', 'link']

export async function detectFileKind(read: ReadText, head: string): Promise<FileKind> {
  const start = head.trimStart()
  if (start.startsWith('[')) {
    const first = await firstRecord(read, '$.*')
    if (first) return { kind: 'list', first }
  }
  if (start.startsWith('{')) {
    const members = parseMembers(head)
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
    const columns = parseHeader(head, delimiter)
    const hasUrlColumn = columns.some((name) => URL_COLUMNS.includes(name))
    const isOfHighlights = HIGHLIGHT_COLUMNS.every((name) => columns.includes(name))
    if ((hasUrlColumn || isOfHighlights) && columns.every((name) => columnName(name).length < 64))
      return { kind: 'csv', columns: new Set(columns), delimiter }
  }
  return undefined
}

/** The first object at a path; undefined if there is none, or the file isn't JSON. */
async function firstRecord(read: ReadText, path: string): Promise<JsonRecord | undefined> {
  try {
    for await (const value of jsonValues(read(), path)) return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
  return undefined
}

/** The members of the object at the beginning of a text, which may be truncated. */
function parseMembers(head: string): Set<string> {
  const members = new Set<string>()
  const parser = new JSONParser({ keepStack: false })
  parser.onValue = ({ key, stack }) => {
    const member = stack.length > 1 ? stack[1]?.key : key
    if (typeof member === 'string') members.add(member)
  }
  try {
    parser.write(head)
  } catch {
    // The members before the error are known.
  }
  return members
}
