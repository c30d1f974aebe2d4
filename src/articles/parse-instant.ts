/** An ISO 8601 date with or without a time, with dashes, slashes or no separators; the zone may be missing. */
const ISO_DATE =
  /^(\d{4})(?:[-/.]?(\d{2})(?:[-/.]?(\d{2}))?)?(?:[T ](\d{2}):?(\d{2})(?::?(\d{2}))?(?:[.,]\d{1,9})?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i
/** The format of email and some news systems. Without a zone it would be read in the server's zone. */
const MAIL_DATE =
  /^(?:[a-z]{3,9},?\s+)?\d{1,2}\s+[a-z]{3,9}\s+\d{4}\s+\d{1,2}:\d{2}(?::\d{2})?\s*(?:GMT|UTC?|Z|[+-]\d{4})$/i
const UNIX_TIME = /^\d{10}(\d{3})?$/

const MAX_LENGTH = 64
const EARLIEST = Date.UTC(1990, 0, 1)
const LATEST = Date.UTC(2100, 0, 1)

/** Parses the publication date of a page to milliseconds; as UTC if no zone is given. */
export function parseInstant(text: string | undefined): number | null {
  const date = text?.trim() ?? ''
  if (date === '' || date.length > MAX_LENGTH) return null
  const instant = parseDate(date)
  return instant >= EARLIEST && instant < LATEST ? instant : null
}

function parseDate(date: string): number {
  if (UNIX_TIME.test(date)) return Number(date) * (date.length === 10 ? 1000 : 1)
  const iso = ISO_DATE.exec(date)
  if (iso) {
    const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', zone = 'Z'] = iso
    const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
    return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`)
  }
  return MAIL_DATE.test(date) ? Date.parse(date) : Number.NaN
}
