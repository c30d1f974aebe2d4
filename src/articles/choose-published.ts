import type { DateKind } from './clue-marks.ts'
import type { HtmlHead } from './html-head.ts'
import type { JsonLdMetadata } from './json-ld.ts'
import { parseInstant } from './parse-instant.ts'
import { parseVisibleDate } from './visible-date.ts'

const SURE_KEYS =
  'article:published_time og:article:published_time article:published datepublished parsely-pub-date citation_publication_date og:published_time article.published'.split(
    ' ',
  )
const OTHER_KEYS =
  'citation_date citation_online_date dc.date.issued dcterms.issued dc.date.published dc.date dc.date.created dcterms.created dcterms.date pubdate pub_date publish-date publish_date publication_date publication-date published published_time sailthru.date cxenseparse:recs:publishtime cxenseparse:publishtime cxenseparse:recs:articlepubdate rbpubdate originalpublicationdate date_published article_date_original article:created article_date shareaholic:article_published_time bt:pubdate gentime ptime displaydate date created release_date'.split(
    ' ',
  )
/** The names that publishing systems use for the date. */
const KEY_OF_DATE =
  /publish(?:ed|ing)?[-_.]?(?:date|time|on|at|first)?$|pub[-_.]?date$|(?:date|time|first)[-_.]?publi/
const MODIFIED_KEYS =
  'article:modified_time og:updated_time dcterms.modified dc.date.modified last-modified lastmod article:modified revised'.split(
    ' ',
  )

const DAY_IN_PATH =
  /\/((?:19|20)\d\d)([/_.-]?)(0[1-9]|1[0-2]|[1-9](?=\/))\2(0[1-9]|[12]\d|3[01]|[1-9](?=\/))(?!\d)/
const MONTH_NAME_IN_PATH =
  /\/((?:19|20)\d\d)[/-](jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[/-](\d{1,2})(?:\/|$)/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Chooses when a page was published, in milliseconds: by what it declares, else by its address, else by the dates it
 * shows, else by when it was last changed. Dates in copyright lines don't count.
 */
export function choosePublished(
  { meta, clues }: HtmlHead,
  linked: JsonLdMetadata,
  { addresses, language }: { addresses: (string | undefined)[]; language: string | null },
): number | null {
  const read = (text: string | undefined): number | null =>
    parseInstant(text) ?? (text === undefined ? null : parseVisibleDate(text, language))
  const ofKeys = (keys: string[]) => () => first(keys, (key) => read(meta.get(key)))
  const ofClues = (kind: DateKind) => () =>
    first(
      clues.dates.filter((clue) => clue.kind === kind),
      ({ machine, text }) => {
        if (/©|copyright|all rights/i.test(text)) return null
        const shown =
          machine === undefined &&
          kind !== 'modified' &&
          /^\W*(?:last )?(?:updated|modified|revised|edited|reviewed|aktualisiert|stand:|mis à jour|actualizado|aggiornato|обновлено|更新)/i.test(
            text,
          )
        return shown ? null : (parseInstant(machine) ?? read(text) ?? read(machine))
      },
    )
  const ways: (() => number | null)[] = [
    ofKeys(SURE_KEYS),
    () => read(linked.published),
    ofClues('published'),
    ofKeys(OTHER_KEYS),
    () => first([...meta], ([key, text]) => (KEY_OF_DATE.test(key) ? read(text) : null)),
    () => first(addresses, dayInAddress),
    ofClues('dated'),
    ofClues('near'),
    () => read(linked.modified),
    ofKeys(MODIFIED_KEYS),
    ofClues('modified'),
  ]
  return first(ways, (way) => way())
}

/** The day in an address, such as `/2024/05/17/`, `/2024-05-17`, `/20240517` or `/2024/may/17`. */
function dayInAddress(address: string | undefined): number | null {
  const path = address === undefined ? undefined : URL.parse(address)?.pathname
  if (path === undefined) return null
  const [, year, , month, day] = DAY_IN_PATH.exec(path) ?? []
  if (year) return parseInstant(`${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`)
  const [, namedYear, name, namedDay] = MONTH_NAME_IN_PATH.exec(path) ?? []
  if (!namedYear) return null
  const number = MONTHS.indexOf(name!.toLowerCase()) + 1
  return parseInstant(`${namedYear}-${String(number).padStart(2, '0')}-${namedDay!.padStart(2, '0')}`)
}

function first<T>(entries: T[], find: (entry: T) => number | null): number | null {
  for (const entry of entries) {
    const found = find(entry)
    if (found !== null) return found
  }
  return null
}
