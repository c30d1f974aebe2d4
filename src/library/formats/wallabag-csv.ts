import { csvFormat } from '../parsing/csv-format.ts'
import { split } from '../parsing/entry.ts'

/** The file has no read state, and its times have a 12-hour clock without AM or PM, so only the day is read. */
export const wallabagCsv = csvFormat({
  name: 'wallabag-csv',
  title: 'wallabag',
  columns: ['url', 'mime type', 'creation date'],
  draft: (record) => ({
    url: record['url'],
    title: record['title'],
    tags: split(record['tags'], ','),
    savedAt: parseDay(record['creation date']),
  }),
})

function parseDay(date = ''): number | undefined {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})/.exec(date.trim()) ?? []
  const instant = Date.parse(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(instant) ? undefined : instant
}
