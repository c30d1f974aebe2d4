import type { ExportFormat } from '../../library/export/export-format.ts'
import { allMessages } from '../messages/messages.ts'

/** A format as a choice. */
export function exportFormatOption({ name, title }: ExportFormat): {
  value: string
  title: string
  text?: string | undefined
} {
  return { value: name, ...(allMessages.exports.formats[name] ?? { title }) }
}
