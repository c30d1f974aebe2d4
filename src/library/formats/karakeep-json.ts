import { isTrue, textOf, textsOf } from '../parsing/entry.ts'
import { parseExportInstant } from '../parsing/instants.ts'
import { jsonFormat } from '../parsing/json-format.ts'
import { isRecord, type JsonRecord, jsonValues } from '../parsing/json-values.ts'
import type { ReadText } from '../parsing/file-kind.ts'
import { folderPath, type TreeFolder } from '../parsing/tree-path.ts'

export const karakeepJson = jsonFormat({
  name: 'karakeep',
  title: 'Karakeep',
  objectSource: {
    path: '$.bookmarks.*',
    matches: async (file) => file.members.has('bookmarks') && 'content' in (await file.firstOf('bookmarks')),
  },
  // The lists come after the bookmarks, so the file is read twice.
  prepare: ({ text }) => readLists(text),
  draft(record, lists) {
    const content = isRecord(record['content']) ? record['content'] : {}
    return {
      url: content['type'] === 'link' ? content['url'] : undefined,
      title: record['title'],
      tags: textsOf(record['tags']),
      folders: textsOf(record['lists']).flatMap((id) => folderPath(lists, id)),
      savedAt: parseExportInstant(record['createdAt']),
      state: isTrue(record['archived']) ? 'read' : 'unread',
      note: textOf(record['note']),
    }
  },
})

/** The lists by id. */
async function readLists(text: ReadText): Promise<Map<string, TreeFolder>> {
  const lists = new Map<string, TreeFolder>()
  for await (const list of jsonValues(text(), '$.lists.*', '$.bookmarks.*')) {
    // A smart list only contains the results of a search.
    if (isRecord(list) && list['type'] !== 'smart') addList(lists, list)
  }
  return lists
}

function addList(lists: Map<string, TreeFolder>, { id, name, parentId }: JsonRecord): void {
  const [own, title] = [textOf(id), textOf(name)]
  if (own !== undefined && title !== undefined) lists.set(own, { name: title, parent: textOf(parentId) })
}
