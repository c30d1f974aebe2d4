import { textOf, toRow } from '../parsing/entry.ts'
import { type Format, type FormatInput, rowsOf } from '../parsing/format.ts'
import { parseExportInstant } from '../parsing/instants.ts'
import { isRecord, type JsonRecord, jsonValues, recordsOf } from '../parsing/json-values.ts'
import { folderPath, type TreeFolder } from '../parsing/tree-path.ts'

/** The file also contains account data; only links and collections are read. */
export const linkwardenJson: Format = {
  name: 'linkwarden',
  title: 'Linkwarden',
  matches: async (file) =>
    file.kind === 'object' &&
    file.members.has('collections') &&
    'links' in (await file.firstOf('collections')),
  async *read(input) {
    const collections = await collectionsOf(input)
    const pinned = await pinnedOf(input)
    const links = linksOf(input)
    yield* rowsOf(links, ({ link, collection }, row) =>
      toRow(row, {
        url: link['url'],
        title: link['name'],
        tags: recordsOf(link['tags']).flatMap(({ name }) => textOf(name) ?? []),
        folders: collection === undefined ? [] : folderPath(collections, collection),
        // If the link was imported into Linkwarden, that date is the older one.
        savedAt: parseExportInstant(link['importDate']) ?? parseExportInstant(link['createdAt']),
        isFavourite: [link['id'], link['url']].some((one) => pinned.has(textOf(one) ?? '')),
        note: textOf(link['description']),
      }),
    )
  },
}

async function* linksOf({
  text,
}: FormatInput): AsyncGenerator<{ link: JsonRecord; collection?: string | undefined }> {
  for await (const collection of jsonValues(text(), '$.collections.*')) {
    if (!isRecord(collection)) continue
    for (const link of recordsOf(collection['links'])) yield { link, collection: textOf(collection['id']) }
  }
}

async function collectionsOf({ text }: FormatInput): Promise<Map<string, TreeFolder>> {
  const folders = new Map<string, TreeFolder>()
  for await (const collection of jsonValues(text(), '$.collections.*')) {
    if (!isRecord(collection)) continue
    const [id, name] = [textOf(collection['id']), textOf(collection['name'])]
    // Every account has this collection, for links that are in none.
    if (id === undefined || name === undefined || name === 'Unorganized') continue
    folders.set(id, { name, parent: textOf(collection['parentId']) })
  }
  return folders
}

/** The ids and addresses of pinned links. */
async function pinnedOf({ text }: FormatInput): Promise<Set<string>> {
  const pinned = new Set<string>()
  for await (const link of jsonValues(text(), '$.pinnedLinks.*', '$.collections.*')) {
    if (!isRecord(link)) continue
    for (const one of [link['id'], link['url']]) pinned.add(textOf(one) ?? '')
  }
  pinned.delete('')
  return pinned
}
