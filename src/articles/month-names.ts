/** Languages that are tried if the page's own language doesn't know a name. Each takes a millisecond or two, once. */
const COMMON = 'en de fr es it pt nl ru pl sv'.split(' ')
/** How many languages have their month names cached. */
const MAX_LANGUAGES = 60

const byLanguage = new Map<string, Map<string, number>>()

/**
 * The month, from 1 to 12, that a word names: in the given language (any BCP 47 tag), else in English or another
 * common language.
 */
export function findMonth(word: string, language: string | null): number | undefined {
  const name = foldName(word)
  const own = language?.split('-', 1)[0]?.toLowerCase()
  for (const known of own ? [own, ...COMMON] : COMMON) {
    const month = monthNames(known).get(name)
    if (month !== undefined) return month
  }
  return undefined
}

/** The names alone and next to a day, since many languages decline them; long and short. */
function monthNames(language: string): Map<string, number> {
  let names = byLanguage.get(language)
  if (names || byLanguage.size === MAX_LANGUAGES) return names ?? new Map()
  byLanguage.set(language, (names = new Map(language === 'en' ? [['sept', 9]] : [])))
  if (!/^[a-z]{2,3}$/.test(language) || Intl.DateTimeFormat.supportedLocalesOf(language).length === 0)
    return names
  for (const month of ['short', 'long'] as const) {
    const asGregorian = { timeZone: 'UTC', calendar: 'gregory', month } as const
    const alone = new Intl.DateTimeFormat(language, asGregorian)
    const beside = new Intl.DateTimeFormat(language, { ...asGregorian, day: 'numeric' })
    for (let index = 0; index < 12; index++) {
      const day = Date.UTC(2024, index, 15)
      for (const text of [alone.format(day), beside.format(day)]) {
        const [longest = ''] = (text.match(/[\p{L}\p{M}.]{2,}/gu) ?? []).sort((a, b) => b.length - a.length)
        const name = foldName(longest)
        if (name.length > 1) names.set(name, index + 1)
      }
    }
  }
  return names
}

/** Many writers leave out the accents. */
function foldName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\p{M}.'’]/gu, '')
    .toLowerCase()
}
