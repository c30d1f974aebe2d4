import { Failure } from '../../failure.ts'
import type { ExportFormat } from './export-format.ts'
import { annotationsExport } from './annotations-export.ts'
import { csvExport } from './csv-export.ts'
import { highlightsCsvExport } from './highlights-csv-export.ts'
import { htmlExport } from './html-export.ts'
import { jsonExport } from './json-export.ts'
import { markdownExport } from './markdown-export.ts'
import { textExport } from './text-export.ts'

export const EXPORT_FORMATS: ExportFormat[] = [
  jsonExport,
  htmlExport,
  csvExport,
  markdownExport,
  textExport,
  highlightsCsvExport,
  annotationsExport,
]
export const EXPORT_NAMES = EXPORT_FORMATS.map(({ name }) => name)

/** The format with this name, if any. */
export function exportFormat(name: string): ExportFormat | undefined {
  return EXPORT_FORMATS.find((format) => format.name === name)
}

/** The name of a file exported at this instant, in milliseconds. */
export function exportFileName({ extension }: ExportFormat, exportedAt: number): string {
  return `reading-queue-${new Date(exportedAt).toISOString().slice(0, 10)}.${extension}`
}

/** The format with this name; by default JSON, the only complete one. Throws `invalid_input`. */
export function formatNamed(name = jsonExport.name): ExportFormat {
  const format = exportFormat(name)
  if (format) return format
  throw new Failure('invalid_input', `An export can be ${EXPORT_NAMES.join(', ')}. Choose one of these.`)
}
