import { csvFormat } from '../parsing/csv-format.ts'
import { split } from '../parsing/entry.ts'

/**
 * Without what was read, and with times of a clock of 12 hours that doesn't say which half of the day it is: only the
 * day is taken.
 */
export const wallabagCsv = csvFormat({
  name: 'wallabag-csv',
  title: 'wallabag',
  columns: ['url', 'mime type', 'creation date'],
  draft: (record) => ({
    url: record['url'],
    title: record['title'],
    tags: split(record['tags'], ','),
    savedAt: dayOf(record['creation date']),
  }),
})

function dayOf(date = ''): number | undefined {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})/.exec(date.trim()) ?? []
  const instant = Date.parse(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(instant) ? undefined : instant
}
