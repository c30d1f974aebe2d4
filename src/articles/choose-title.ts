import type { HeadingClue } from './page-clues.ts'
import { foldTitle, splitTitle, withoutSite } from './title-parts.ts'

/** The candidates for the title of a page; each list begins with the most reliable one. */
export type TitleSources = {
  /** From its meta elements, its JSON-LD and its title element. */
  declared: string[]
  /** From its visible headings. */
  headings: HeadingClue[]
  /** The names of the site. */
  siteNames: string[]
  host: string
}

/** A shorter heading matches only a whole part of a declared title. */
const MIN_LETTERS = 10
const MIN_CJK_LETTERS = 5
/** The share of a heading's words that must be in the declared title if the two differ. */
const SHARED_WORDS = 0.5

/**
 * Chooses the title as a person would copy it: a heading that is contained in a declared title, since declared titles
 * often add the site's name; else a declared title without that name; else a heading.
 */
export function chooseTitle({ declared, headings, siteNames, host }: TitleSources): string | null {
  const isSite = createSiteTest(siteNames, host)
  const logoTexts = headings.filter(({ isLogo }) => isLogo).map(({ text }) => foldTitle(text))
  const isName = (text: string) => isSite(text) || logoTexts.includes(foldTitle(text))
  const usable = headings.filter(({ text, isLogo }) => !isLogo && !isSite(text))
  const titles = declared.filter((title) => !isName(title))

  const bare = titles.map((title) => withoutSite(title, isName))
  const agreed = findMatchingHeading(usable, titles, bare)
  if (agreed) return agreed
  const marked = usable.filter(({ isMarked }) => isMarked)
  const [first, ...others] = usable.filter(({ level }) => level === 1)
  const top = marked.length === 1 ? marked[0] : others.length === 0 ? first : undefined
  const [best = declared[0]] = bare
  if (!top)
    return best ? withoutAddition(best, bare) : (first?.text ?? usable[0]?.text ?? headings[0]?.text ?? null)
  if (!best || top.isMarked || sharesWords(top.text, best)) return top.text
  return withoutAddition(best, bare)
}

/** The longest heading of the most reliable kind that a declared title contains. */
function findMatchingHeading(
  headings: HeadingClue[],
  declared: string[],
  bare: string[],
): string | undefined {
  const kinds = [
    headings.filter(({ isMarked }) => isMarked),
    headings.filter(({ level }) => level === 1),
    headings.filter(({ level }) => level > 1),
  ]
  for (const [index, kind] of kinds.entries()) {
    const matches = kind.flatMap(({ text }) => {
      const title = declared.find((title) => containsHeading(title, text, index === 2))
      if (title !== undefined) return [matchCase(text, title)]
      const part = kind !== kinds[2] && bare.find((title) => endsWithTitle(text, title))
      return part ? [part] : []
    })
    const [longest] = matches.sort((a, b) => b.length - a.length)
    if (longest) return longest
  }
  return undefined
}

/**
 * Whether a declared title is the heading, possibly with a name before or after it, or is the truncated beginning of
 * the heading.
 */
function containsHeading(title: string, heading: string, isStrict: boolean): boolean {
  const whole = foldTitle(title)
  const folded = foldTitle(heading)
  if (folded === '') return false
  if (whole === folded || splitTitle(title).some(({ text }) => foldTitle(text) === folded)) return true
  if (!isLong(folded)) return false
  if (/(?:…|\.{3})$/.test(title) && whole.length > 20 && folded.startsWith(whole)) return true
  if (whole.startsWith(`${folded} `) || whole.endsWith(` ${folded}`)) return true
  return !isStrict && whole.includes(` ${folded} `)
}

/** Whether a heading contains a title, and a section name or subtitle besides. */
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

/** The heading, in the declared title's letter case if it is all in capitals. */
function matchCase(heading: string, title: string): string {
  if (heading !== heading.toUpperCase() || heading === heading.toLowerCase()) return heading
  const folded = foldTitle(heading)
  const part = [title, ...splitTitle(title).map(({ text }) => text)].find(
    (text) => foldTitle(text) === folded,
  )
  return part ?? heading
}

/** Of the declared titles that begin like this one, the one without an addition at the end. */
function withoutAddition(title: string, titles: string[]): string {
  const whole = foldTitle(title)
  const shorter = titles.find((other) => {
    const folded = foldTitle(other)
    return (
      isLong(folded) &&
      folded.length < whole.length &&
      splitTitle(title).some(({ end }) => foldTitle(title.slice(0, end)) === folded)
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

/** Returns a test for the names of the site, which also recognises them in its host name. */
export function createSiteTest(names: string[], host: string): (text: string) => boolean {
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
