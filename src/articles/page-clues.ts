import { authorMark, type DateKind, dateMark, headingMark, isLogo, classAndId } from './clue-marks.ts'
import { createRegions } from './page-regions.ts'

type Attributes = Record<string, string>

/** Parts of a page's body that may be its title, author or date; unchanged. */
export type PageClues = { headings: HeadingClue[]; authors: AuthorClue[]; dates: DateClue[] }

/**
 * `isMarked`: the page marks it as the title of an article. `isLogo`: it is the name of the site, shown on each of
 * its pages.
 */
export type HeadingClue = { text: string; level: number; isMarked: boolean; isLogo: boolean }

/** `at` is the length of the page's text up to its end, in UTF-16 units. */
export type AuthorClue = { text: string; isMarked: boolean; at: number }

/** `machine` is the value for programs, `text` the visible one. */
type DateClue = { machine: string | undefined; text: string; kind: DateKind }

/** Handles the events of a parser, and fills in `clues`. */
export type ClueReader = {
  clues: PageClues
  open(name: string, attributes: Attributes): void
  text(text: string): void
  close(name: string): void
}

/** The most clues of each kind. */
const MAX_CLUES = 60
/** The longest clue, in UTF-16 units. */
const MAX_LENGTH = 400
const MAX_LINE_LENGTH = 120
const MAX_HOME_LENGTH = 300
/** The most clues that may be nested. */
const MAX_CAPTURES = 12
/** A line at most this far after the title, or before it, may be the date; in UTF-16 units of text. */
const MAX_DISTANCE = 500
const LINES_BEFORE = 3
const MAX_HEADING_LEVEL = 3

const INLINE = new Set(
  'a abbr b bdi bdo big cite code em font i mark s small span strong sub sup time u wbr'.split(' '),
)
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
const MACHINE_DATES = ['datetime', 'content', 'data-datetime', 'data-date', 'data-timestamp', 'data-time']

type Capture = { depth: number; text: string; finish(text: string): void; onHomeLink?: () => void }

/** Creates a reader for the events of one page. */
export function createClueReader(): ClueReader {
  const clues: PageClues = { headings: [], authors: [], dates: [] }
  const regions = createRegions()
  const captures: Capture[] = []
  let depth = 0
  let length = 0
  let linesBefore: string[] = []
  let line = ''
  let lengthSinceTitle = Number.POSITIVE_INFINITY
  /** The depth of the open link to the site's home page; 0 if there is none. */
  let homeLinkDepth = 0

  function add<T>(list: T[], clue: T): void {
    if (list.length < MAX_CLUES) list.push(clue)
  }

  function captureText(finish: (text: string) => void, onHomeLink?: () => void): void {
    if (captures.length < MAX_CAPTURES)
      captures.push({ depth, text: '', finish, ...(onHomeLink && { onHomeLink }) })
  }

  function noteHeading(name: string, attributes: Attributes): void {
    const mark = headingMark(name, attributes)
    if (!mark || (mark.level > MAX_HEADING_LEVEL && !mark.isMarked)) return
    let isLogoText = homeLinkDepth > 0 || [classAndId(attributes), ...regions.namesAround(2)].some(isLogo)
    captureText(
      (text) => {
        if (text === '') return
        add(clues.headings, { text, ...mark, isLogo: isLogoText })
        if (!isLogoText && (mark.level === 1 || mark.isMarked)) beginArticle()
      },
      () => (isLogoText = true),
    )
  }

  function noteAuthor(name: string, attributes: Attributes): void {
    const mark = authorMark(name, attributes)
    if (mark === undefined || (mark === 'named' && regions.isAside())) return
    const isMarked = mark === 'marked'
    const { content } = attributes
    if (content) add(clues.authors, { text: content, isMarked, at: length })
    else if (!VOID.has(name))
      captureText((text) => text && add(clues.authors, { text, isMarked, at: length }))
  }

  function noteDate(name: string, attributes: Attributes): void {
    const kind = dateMark(name, attributes, regions.namesAround(2))
    if (kind === undefined || (kind === 'dated' && regions.isAside())) return
    const declared = MACHINE_DATES.map((key) => attributes[key]).find(Boolean)
    const machine = declared ?? (name === 'abbr' || name === 'time' ? attributes['title'] : undefined)
    if (VOID.has(name)) add(clues.dates, { machine, text: '', kind })
    else captureText((text) => (text || machine) && add(clues.dates, { machine, text, kind }))
  }

  /** Searches the lines before and after the title for the date. */
  function beginArticle(): void {
    for (const text of linesBefore) add(clues.dates, { machine: undefined, text, kind: 'near' })
    lengthSinceTitle = 0
  }

  function endLine(): void {
    const text = joinLines(line)
    line = ''
    if (text === '') return
    if (text.length < MAX_LINE_LENGTH && /\d/.test(text)) {
      linesBefore = [...linesBefore, text].slice(-LINES_BEFORE)
      if (lengthSinceTitle < MAX_DISTANCE) add(clues.dates, { machine: undefined, text, kind: 'near' })
    }
    lengthSinceTitle += text.length
  }

  return {
    clues,
    open(name, attributes) {
      depth += 1
      if (!INLINE.has(name)) endLine()
      regions.open(name, attributes)
      if (name === 'a' && isHome(attributes['href'])) {
        homeLinkDepth ||= depth
        for (const { onHomeLink } of captures) onHomeLink?.()
      }
      if (name === 'h1' || !(regions.isBeside() || regions.isAside())) noteHeading(name, attributes)
      if (regions.isBeside()) return
      noteAuthor(name, attributes)
      noteDate(name, attributes)
    },
    text(text) {
      if (regions.isCode()) return
      length += text.length
      const isBeside = regions.isBeside() || regions.isAside() || regions.isInTable()
      if (!isBeside && line.length < MAX_LENGTH) line += text
      for (const open of captures) if (open.text.length < MAX_LENGTH) open.text += text
    },
    close(name) {
      if (!INLINE.has(name)) {
        endLine()
        for (const open of captures) open.text += ' '
      }
      while (captures.at(-1)?.depth === depth) {
        const { text, finish } = captures.pop()!
        finish(joinLines(text))
      }
      if (homeLinkDepth === depth) homeLinkDepth = 0
      regions.close()
      depth -= 1
    },
  }
}

function joinLines(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Whether a link leads to the home page of the site, in any language. */
function isHome(href: string | undefined): boolean {
  const address = href?.trim() ?? ''
  return (
    address !== '' &&
    address.length <= MAX_HOME_LENGTH &&
    /^(?:https?:)?(?:\/\/[^/]+)?\/?(?:index\.\w+|home|[a-z]{2})?\/?$/i.test(address)
  )
}
