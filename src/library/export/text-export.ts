import type { ExportFormat } from './export-format.ts'

/** Only the links. A URL has no spaces or line breaks, so each is one line. */
export const textExport: ExportFormat = {
  name: 'text',
  title: 'Links',
  content: 'library',
  mediaType: 'text/plain; charset=utf-8',
  extension: 'txt',
  async *write(source) {
    for await (const { url } of source.items()) yield `${url}\n`
  },
}
