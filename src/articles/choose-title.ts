import type { HeadingClue } from './page-clues.ts'
import { foldTitle, partsOf, withoutSite } from './title-parts.ts'

/** What a page calls itself, each in the order in which it is believed. */
export type TitleSources = {
  /** In its metas, its JSON-LD and its title element. */
  declared: string[]
  /** What it shows. */
  headings: HeadingClue[]
  /** How the site is called. */
  siteNames: string[]
  host: string
}

/** A heading of fewer letters agrees only with a whole part of a declared title. */
const MIN_LETTERS = 10
const MIN_CJK_LETTERS = 5
/** Of the words of a heading, when it is the declared title in other words. */
const SHARED_WORDS = 0.5

/**
 * Chooses the title as a person would copy it: the heading that a declared title holds, so that the site's name, which
 * stands before or behind it there, is not part of it; else a declared title without that name; else a heading.
 */
export function chooseTitle({ declared, headings, siteNames, host }: TitleSources): string | null {
  const isSite = siteTest(siteNames, host)
  const signs = headings.filter(({ isLogo }) => isLogo).map(({ text }) => foldTitle(text))
  const isName = (text: string) => isSite(text) || signs.includes(foldTitle(text))
  const usable = headings.filter(({ text, isLogo }) => !isLogo && !isSite(text))
  const titles = declared.filter((title) => !isName(title))

  const bare = titles.map((title) => withoutSite(title, isName))
  const agreed = findAgreed(usable, titles, bare)
  if (agreed) return agreed
  const marked = usable.filter(({ isMarked }) => isMarked)
  const [first, ...others] = usable.filter(({ level }) => level === 1)
  const top = marked.length === 1 ? marked[0] : others.length === 0 ? first : undefined
  const [best = declared[0]] = bare
  if (!top) return best ? shortest(best, bare) : (first?.text ?? usable[0]?.text ?? headings[0]?.text ?? null)
  if (!best || top.isMarked || sharesWords(top.text, best)) return top.text
  return shortest(best, bare)
}

/** The longest heading of the surest kind that a declared title holds. */
function findAgreed(headings: HeadingClue[], declared: string[], bare: string[]): string | undefined {
  const kinds = [
    headings.filter(({ isMarked }) => isMarked),
    headings.filter(({ level }) => level === 1),
    headings.filter(({ level }) => level > 1),
  ]
  for (const [index, kind] of kinds.entries()) {
    const matches = kind.flatMap(({ text }) => {
      const title = declared.find((title) => holds(title, text, index === 2))
      if (title !== undefined) return [spell(text, title)]
      const part = kind !== kinds[2] && bare.find((title) => endsWithTitle(text, title))
      return part ? [part] : []
    })
    const [longest] = matches.sort((a, b) => b.length - a.length)
    if (longest) return longest
  }
  return undefined
}

/** Whether a declared title is the heading, with at most a name before or behind it; or its beginning, cut short. */
function holds(title: string, heading: string, isStrict: boolean): boolean {
  const whole = foldTitle(title)
  const folded = foldTitle(heading)
  if (folded === '') return false
  if (whole === folded || partsOf(title).some(({ text }) => foldTitle(text) === folded)) return true
  if (!isLong(folded)) return false
  if (/(?:…|\.{3})$/.test(title) && whole.length > 20 && folded.startsWith(whole)) return true
  if (whole.startsWith(`${folded} `) || whole.endsWith(` ${folded}`)) return true
  return !isStrict && whole.includes(` ${folded} `)
}

/** A heading may hold the name of a section, or a subtitle, as well. */
function endsWithTitle(heading: string, part: string): boolean {
  const folded = foldTitle(part)
  const whole = foldTitle(heading)
  if (!isLong(folded) || folded.length < whole.length * 0.4 || !folded.includes(' ')) return false
  return whole.endsWith(` ${folded}`) || whole.startsWith(`${folded} `)
}

function isLong(folded: string): boolean {
  if (/[\u3040-\u9fff\uac00-\ud7af]/.test(folded)) return folded.length >= MIN_CJK_LETTERS
  return folded.length >= MIN_LETTERS && folded.includes(' ')
}

/** A heading all in capitals is spelt as the page declares it. */
function spell(heading: string, title: string): string {
  if (heading !== heading.toUpperCase() || heading === heading.toLowerCase()) return heading
  const folded = foldTitle(heading)
  const part = [title, ...partsOf(title).map(({ text }) => text)].find((text) => foldTitle(text) === folded)
  return part ?? heading
}

/** Of declared titles that begin alike, the one without more behind it. */
function shortest(title: string, titles: string[]): string {
  const whole = foldTitle(title)
  const shorter = titles.find((other) => {
    const folded = foldTitle(other)
    return (
      isLong(folded) &&
      folded.length < whole.length &&
      partsOf(title).some(({ end }) => foldTitle(title.slice(0, end)) === folded)
    )
  })
  return shorter ?? title
}

function sharesWords(heading: string, title: string): boolean {
  const words = new Set(foldTitle(heading).split(' '))
  const shared = new Set(
    foldTitle(title)
      .split(' ')
      .filter((word) => words.has(word)),
  )
  return words.size > 2 && shared.size / words.size >= SHARED_WORDS
}

/** Tells the names of the site, also as its host writes them. */
export function siteTest(names: string[], host: string): (text: string) => boolean {
  const known = new Set(names.map(foldTitle))
  const label = host.replace(/^www\d?\./, '').split('.')
  return (text) => {
    const folded = foldTitle(text)
    if (known.has(folded)) return true
    const letters = folded.replaceAll(' ', '')
    if (letters === label[0] || letters === label.join('') || letters === label.slice(-2).join(''))
      return true
    return label.length > 2 && letters === label[1] && letters.length > 3
  }
}
