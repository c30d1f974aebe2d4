import { toRow } from '../parsing/entry.ts'
import { type Format, rowsOf } from '../parsing/format.ts'
import { parseExportInstant } from '../parsing/instants.ts'
import { isRecord, type JsonRecord, recordsOf, wholeJson } from '../parsing/json-values.ts'

/** The newest session of the extension Tab Session Manager. */
export const tabSessionsJson: Format = {
  name: 'tab-session-manager',
  title: 'Tab Session Manager',
  matches: (file) => file.kind === 'list' && 'windows' in file.first && 'date' in file.first,
  async *read(input) {
    const sessions = recordsOf(await wholeJson(input.text()))
    const newest = sessions.toSorted(
      (a, b) => (parseExportInstant(b['date']) ?? 0) - (parseExportInstant(a['date']) ?? 0),
    )[0]
    yield* rowsOf(tabsOf(newest ?? {}), (tab, row) =>
      toRow(row, {
        url: tab['url'],
        title: tab['title'],
        savedAt: parseExportInstant(tab['lastAccessed']) ?? parseExportInstant(newest?.['date']),
      }),
    )
  },
}

async function* tabsOf({ windows }: JsonRecord): AsyncGenerator<JsonRecord> {
  for (const tabs of Object.values(isRecord(windows) ? windows : {})) {
    yield* recordsOf(Object.values(isRecord(tabs) ? tabs : {}))
  }
}
