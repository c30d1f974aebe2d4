import type { Highlight } from '../../queue/highlights/highlight.ts'
import { isoInstant } from '../../queue/model/iso-instant.ts'
import type { Item } from '../../queue/model/item.ts'
import type { ExportFormat } from './export-format.ts'
import type { ExportSource } from './export-source.ts'

const CONTEXT = 'http://www.w3.org/ns/anno.jsonld'

/** The highlights as W3C annotations: a collection with one page (Web Annotation Data Model §5). */
export const annotationsExport: ExportFormat = {
  name: 'annotations',
  title: 'Annotations',
  content: 'highlights',
  mediaType: 'application/ld+json; profile="http://www.w3.org/ns/anno.jsonld"',
  extension: 'jsonld',
  async *write(source) {
    const id = `${source.service}/queue/highlights`
    const collection = { '@context': CONTEXT, id, type: 'AnnotationCollection', label: 'Highlights' }
    yield `${JSON.stringify(collection).slice(0, -1)},"first":{"id":"${id}#all","type":"AnnotationPage","items":[`
    let separator = '\n'
    for await (const item of source.items())
      for (const highlight of await source.highlightsOf(item)) {
        yield separator + JSON.stringify(toAnnotation(source, item, highlight))
        separator = ',\n'
      }
    yield ']}}\n'
  },
}

function toAnnotation({ service }: ExportSource, item: Item, highlight: Highlight): object {
  const { id, exact, prefix, suffix, note, start, end, createdBy } = highlight
  return {
    id: `${service}/queue/items/${item.id}#hl-${id}`,
    type: 'Annotation',
    motivation: note === null ? 'highlighting' : 'commenting',
    created: isoInstant(highlight.createdAt),
    modified: isoInstant(highlight.updatedAt),
    ...(createdBy.agent && { creator: { type: 'Software', name: createdBy.agent.name } }),
    ...(note !== null && {
      body: [{ type: 'TextualBody', value: note, format: 'text/plain', purpose: 'commenting' }],
    }),
    target: {
      source: item.url,
      selector: [
        { type: 'TextQuoteSelector', exact, prefix, suffix },
        ...(start === null || end === null ? [] : [{ type: 'TextPositionSelector', start, end }]),
      ],
    },
  }
}
