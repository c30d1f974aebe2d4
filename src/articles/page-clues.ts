import { authorMark, type DateKind, dateMark, headingMark, isLogo, namesOf } from './clue-marks.ts'
import { createRegions } from './page-regions.ts'

type Attributes = Record<string, string>

/** What of a page, beside its head, may be its title, its author or its date; as written there. */
export type PageClues = { headings: HeadingClue[]; authors: AuthorClue[]; dates: DateClue[] }

/** `isMarked`: by the page, as the title of an article; `isLogo`: the name of the site, as a sign above its pages. */
export type HeadingClue = { text: string; level: number; isMarked: boolean; isLogo: boolean }

/** `at` is how much text of the page stands before its end, in UTF-16 units. */
export type AuthorClue = { text: string; isMarked: boolean; at: number }

/** `machine` is for programs, `text` for people. */
type DateClue = { machine: string | undefined; text: string; kind: DateKind }

/** Takes the events of a parser, and fills in `clues` from them. */
export type ClueReader = {
  clues: PageClues
  open(name: string, attributes: Attributes): void
  text(text: string): void
  close(name: string): void
}

/** Of each kind. */
const MAX_CLUES = 60
/** Of text, in UTF-16 units. */
const MAX_LENGTH = 400
const MAX_LINE_LENGTH = 120
const MAX_HOME_LENGTH = 300
/** How many of them may lie in each other. */
const MAX_CAPTURES = 12
/** A line so close after the title, in UTF-16 units of text, may be its date; and one of so many before it. */
const NEAR = 500
const LINES_BEFORE = 3
const MAX_HEADING_LEVEL = 3

const INLINE = new Set(
  'a abbr b bdi bdo big cite code em font i mark s small span strong sub sup time u wbr'.split(' '),
)
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
const MACHINE_DATES = ['datetime', 'content', 'data-datetime', 'data-date', 'data-timestamp', 'data-time']

type Capture = { depth: number; text: string; finish(text: string): void; leadHome?: () => void }

/** Makes a reader for the events of one page. */
export function createClueReader(): ClueReader {
  const clues: PageClues = { headings: [], authors: [], dates: [] }
  const regions = createRegions()
  const captures: Capture[] = []
  let depth = 0
  let length = 0
  let linesBefore: string[] = []
  let line = ''
  let sinceTitle = Number.POSITIVE_INFINITY
  /** How deep the link to the site's first page lies that is open; 0 for none. */
  let homeFrom = 0

  function add<T>(list: T[], clue: T): void {
    if (list.length < MAX_CLUES) list.push(clue)
  }

  function capture(finish: (text: string) => void, leadHome?: () => void): void {
    if (captures.length < MAX_CAPTURES)
      captures.push({ depth, text: '', finish, ...(leadHome && { leadHome }) })
  }

  function noteHeading(name: string, attributes: Attributes): void {
    const mark = headingMark(name, attributes)
    if (!mark || (mark.level > MAX_HEADING_LEVEL && !mark.isMarked)) return
    let isSign = homeFrom > 0 || [namesOf(attributes), ...regions.namesAround(2)].some(isLogo)
    capture(
      (text) => {
        if (text === '') return
        add(clues.headings, { text, ...mark, isLogo: isSign })
        if (!isSign && (mark.level === 1 || mark.isMarked)) beginArticle()
      },
      () => (isSign = true),
    )
  }

  function noteAuthor(name: string, attributes: Attributes): void {
    const mark = authorMark(name, attributes)
    if (mark === undefined || (mark === 'named' && regions.isAside())) return
    const isMarked = mark === 'marked'
    const { content } = attributes
    if (content) add(clues.authors, { text: content, isMarked, at: length })
    else if (!VOID.has(name)) capture((text) => text && add(clues.authors, { text, isMarked, at: length }))
  }

  function noteDate(name: string, attributes: Attributes): void {
    const kind = dateMark(name, attributes, regions.namesAround(2))
    if (kind === undefined || (kind === 'dated' && regions.isAside())) return
    const said = MACHINE_DATES.map((key) => attributes[key]).find(Boolean)
    const machine = said ?? (name === 'abbr' || name === 'time' ? attributes['title'] : undefined)
    if (VOID.has(name)) add(clues.dates, { machine, text: '', kind })
    else capture((text) => (text || machine) && add(clues.dates, { machine, text, kind }))
  }

  /** The lines before a title and after it are looked through for its date. */
  function beginArticle(): void {
    for (const text of linesBefore) add(clues.dates, { machine: undefined, text, kind: 'near' })
    sinceTitle = 0
  }

  function endLine(): void {
    const text = oneLine(line)
    line = ''
    if (text === '') return
    if (text.length < MAX_LINE_LENGTH && /\d/.test(text)) {
      linesBefore = [...linesBefore, text].slice(-LINES_BEFORE)
      if (sinceTitle < NEAR) add(clues.dates, { machine: undefined, text, kind: 'near' })
    }
    sinceTitle += text.length
  }

  return {
    clues,
    open(name, attributes) {
      depth += 1
      if (!INLINE.has(name)) endLine()
      regions.open(name, attributes)
      if (name === 'a' && isHome(attributes['href'])) {
        homeFrom ||= depth
        for (const { leadHome } of captures) leadHome?.()
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
        finish(oneLine(text))
      }
      if (homeFrom === depth) homeFrom = 0
      regions.close()
      depth -= 1
    },
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Of the site, in whatever language. */
function isHome(href: string | undefined): boolean {
  const address = href?.trim() ?? ''
  return (
    address !== '' &&
    address.length <= MAX_HOME_LENGTH &&
    /^(?:https?:)?(?:\/\/[^/]+)?\/?(?:index\.\w+|home|[a-z]{2})?\/?$/i.test(address)
  )
}
