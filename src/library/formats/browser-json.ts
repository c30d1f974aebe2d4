import { split, textOf, toRow } from '../parsing/entry.ts'
import { type Format, rowsOf } from '../parsing/format.ts'
import { parseExportInstant } from '../parsing/instants.ts'
import { isRecord, type JsonRecord, recordsOf, wholeJson } from '../parsing/json-values.ts'

type Bookmark = { node: JsonRecord; folders: string[] }

/** Chrome counts microseconds from the year 1601. */
const CHROME_EPOCH = Date.UTC(1601, 0, 1)

/** The file `Bookmarks` in a profile of Chrome, Edge, Brave or Vivaldi. */
export const chromeBookmarks: Format = {
  name: 'chrome-bookmarks',
  title: 'Chrome',
  matches: (file) => file.kind === 'object' && file.members.has('roots'),
  async *read(input) {
    const file = await wholeJson(input.text())
    const roots = isRecord(file) && isRecord(file['roots']) ? recordsOf(Object.values(file['roots'])) : []
    const marks = roots.flatMap((root) => [...bookmarksBelow(root, { folders: [], type: 'url' })])
    yield* rowsOf(inOrder(marks), ({ node, folders }, row) =>
      toRow(row, {
        url: node['url'],
        title: node['name'],
        folders,
        savedAt: parseExportInstant(Number(node['date_added']) / 1000 + CHROME_EPOCH),
      }),
    )
  },
}

/** A backup of bookmarks made by Firefox. */
export const firefoxBackup: Format = {
  name: 'firefox-backup',
  title: 'Firefox',
  matches: (file) => file.kind === 'object' && (file.members.has('root') || file.members.has('typeCode')),
  async *read(input) {
    const file = await wholeJson(input.text())
    const marks = isRecord(file)
      ? recordsOf(file['children']).flatMap((root) => [
          ...bookmarksBelow(root, { folders: [], type: 'text/x-moz-place' }),
        ])
      : []
    yield* rowsOf(inOrder(marks), ({ node, folders }, row) =>
      toRow(row, {
        url: node['uri'],
        title: node['title'],
        tags: split(textOf(node['tags']), ','),
        folders,
        savedAt: parseExportInstant(node['dateAdded']),
      }),
    )
  },
}

const MAX_DEPTH = 100

/** The folders around a folder, its depth, and the `type` of bookmarks to find. */
type FolderPlace = { folders: string[]; type: string; depth?: number }

/** The bookmarks below a folder, with the folders between. The folder itself is the browser's own, so it isn't named. */
function* bookmarksBelow(folder: JsonRecord, { folders, type, depth = 0 }: FolderPlace): Generator<Bookmark> {
  if (depth > MAX_DEPTH) return
  for (const node of recordsOf(folder['children'])) {
    if (node['type'] === type) yield { node, folders }
    else {
      const name = textOf(node['name'] ?? node['title'])
      yield* bookmarksBelow(node, {
        folders: name === undefined ? folders : [...folders, name],
        type,
        depth: depth + 1,
      })
    }
  }
}

async function* inOrder<Value>(values: Value[]): AsyncGenerator<Value> {
  yield* values
}
