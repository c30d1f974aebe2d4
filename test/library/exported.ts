import type { ExportFormat } from '../../src/library/export/export-format.ts'
import type { ExportSource } from '../../src/library/export/export-source.ts'
import type { PageVersion } from '../../src/queue/content/page-version-rows.ts'
import type { Highlight } from '../../src/queue/highlights/highlight.ts'
import { EMPTY_FIELDS } from '../../src/queue/model/fields.ts'
import type { Item } from '../../src/queue/model/item.ts'
import { parseLink } from '../../src/queue/model/url.ts'

/** An item that was saved and not read yet, with these fields. */
export function itemWith(fields: Partial<Item> & { url: string }): Item {
  const { url, site } = parseLink(fields.url)
  return {
    ...EMPTY_FIELDS,
    id: url,
    site,
    tags: [],
    savedAt: 1_700_000_000_000,
    updatedAt: 1_700_000_000_000,
    progress: 0,
    highlightCount: 0,
    version: 1,
    content: { status: 'failed', reason: null, type: null },
    ...fields,
    url,
  }
}

/** A highlight that a person made, with these fields. */
export function highlightWith(fields: Partial<Highlight> & { exact: string }): Highlight {
  return {
    id: 'h1',
    itemId: 'a',
    prefix: '',
    suffix: '',
    start: null,
    end: null,
    note: null,
    colour: 'yellow',
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_000_000,
    createdBy: { kind: 'person', agent: null },
    anchoredAt: null,
    ...fields,
  }
}

type Content = { html?: string; markdown?: string; highlights?: Highlight[]; versions?: PageVersion[] }

/** An account that has these items and nothing else. */
export function sourceOf(items: Iterable<Item>, content: (item: Item) => Content = () => ({})): ExportSource {
  async function* all(): AsyncGenerator<Item, void> {
    yield* items
  }
  async function* none(): AsyncGenerator<never, void> {}
  return {
    service: 'https://queue.example',
    account: 'ada@example.org',
    exportedAt: 1_700_000_000_000,
    isEverything: true,
    isPartOfSeries: false,
    items: all,
    itemsWithTrash: all,
    articleOf: async (item, format) => (format === 'text' ? undefined : content(item)[format]),
    capturesOf: async () => [],
    versionsOf: async function* (item) {
      yield* content(item).versions ?? []
    },
    highlightsOf: async (item) => content(item).highlights ?? [],
    settings: async () => ({ siteExtractions: [], savedSearches: [], tagColours: [] }),
    suggestions: none,
    changes: none,
  }
}

export async function bytesOf(format: ExportFormat, source: ExportSource): Promise<Buffer> {
  const pieces = await Array.fromAsync(format.write(source))
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)))
}
