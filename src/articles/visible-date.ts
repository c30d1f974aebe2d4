import { findMonth } from './month-names.ts'

/** In UTF-16 units; a date is near the beginning of its text. */
const MAX_LENGTH = 300
const EARLIEST_YEAR = 1990
const LATEST_YEAR = 2099

const NAME = String.raw`([\p{L}\p{M}'’.]{2,15}?)\.?`
const YEAR_FIRST = /(?<!\d)(\d{4})([-/.]|\. )(\d{1,2})\2(\d{1,2})(?!\d)/u
const EAST_ASIAN = /(?<!\d)(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]?/u
const VIETNAMESE = /(?<!\d)(\d{1,2})\s+tháng\s+(\d{1,2})(?:,|\s+năm)?\s+(\d{4})/iu
const DAY_NAME_YEAR = new RegExp(
  String.raw`(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|[ºª°.])?[\s,/-]{0,3}(?:de\s+|of\s+|d['’]\s*)?${NAME}[\s,/-]{0,3}(?:de\s+|del\s+)?(\d{4}|['’]\d{2})(?!\d)`,
  'iu',
)
const NAME_DAY_YEAR = new RegExp(
  String.raw`(?<!\p{L})${NAME}\s{0,2}(\d{1,2})(?:st|nd|rd|th|\.)?(?:,\s*|\s+|\s*[-–]\s*)(\d{4})(?!\d)`,
  'iu',
)
const YEAR_NAME_DAY = new RegExp(String.raw`(?<!\d)(\d{4})\.?\s+(?:m\.\s+)?${NAME}\s+(\d{1,2})(?!\d)`, 'iu')
const NUMBERS = /(?<![\d./-])(\d{1,2})([./-]|\. )(\d{1,2})\2(\d{4}|\d{2})(?![\d])/u

/** Countries that write the month first. */
const MONTH_FIRST = /^en(?:-US|-PH)?$/

/**
 * Parses the first complete date in a line of text, in any order and most languages. Returns the beginning of that
 * day in UTC, in milliseconds; null if there is none. `language` is that of the page.
 */
export function parseVisibleDate(text: string, language: string | null): number | null {
  const line = latinDigits(text.slice(0, MAX_LENGTH).replace(/\s+/g, ' '))
  if (!/\d/.test(line)) return null
  const numbered = (found: RegExpExecArray | null, order: [year: number, month: number, day: number]) =>
    found && toDay(found, order)
  const named = (pattern: RegExp, [year, month, day]: [year: number, month: number, day: number]) => {
    const found = pattern.exec(line)
    const number = found && findMonth(found[month]!, language)
    return found && number ? startOfDay(found[year]!, number, Number(found[day])) : null
  }
  return (
    numbered(YEAR_FIRST.exec(line), [1, 3, 4]) ??
    numbered(EAST_ASIAN.exec(line), [1, 2, 3]) ??
    numbered(VIETNAMESE.exec(line), [3, 2, 1]) ??
    named(DAY_NAME_YEAR, [3, 2, 1]) ??
    named(NAME_DAY_YEAR, [3, 1, 2]) ??
    named(YEAR_NAME_DAY, [1, 2, 3]) ??
    readNumbers(NUMBERS.exec(line), language)
  )
}

function toDay(found: RegExpExecArray, [year, month, day]: [number, number, number]): number | null {
  return startOfDay(found[year]!, Number(found[month]), Number(found[day]))
}

/** With dots the day comes first. */
function readNumbers(found: RegExpExecArray | null, language: string | null): number | null {
  if (!found) return null
  const [, first, mark, second, year] = found
  const isMonthFirst = mark === '/' && (language === null || MONTH_FIRST.test(language))
  const asMonthFirst = startOfDay(year!, Number(first), Number(second))
  const asDayFirst = startOfDay(year!, Number(second), Number(first))
  return isMonthFirst ? (asMonthFirst ?? asDayFirst) : (asDayFirst ?? asMonthFirst)
}

function startOfDay(yearText: string, month: number, day: number): number | null {
  const digits = yearText.replace(/\D/g, '')
  const written = Number(digits)
  // Thai pages use the Buddhist era.
  const century = digits.length > 2 ? 0 : written < 70 ? 2000 : 1900
  const year = written > 2500 ? written - 543 : century + written
  if (year < EARLIEST_YEAR || year > LATEST_YEAR || month < 1 || month > 12) return null
  const instant = Date.UTC(year, month - 1, day)
  return new Date(instant).getUTCDate() === day && day > 0 ? instant : null
}

/**
 * Replaces Arabic, Persian, Devanagari and Bengali digits by ASCII ones. The code of zero ends in 6 in the last two
 * scripts, and in 0 in the others.
 */
function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String((code & 0xf) - (code < 0x900 ? 0 : 6))
  })
}
