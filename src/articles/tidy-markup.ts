const names = (list: string): Set<string> => new Set(list.split(' '))
const INLINE = names('a abbr b cite code del dfn em i ins mark q s small span strong sub sup u var')
const EMPHASISED = names('b em i strong u span s del small mark cite')
const BLOCK = names(
  'address article aside blockquote caption dd details div dl dt figcaption figure footer h2 h3 h4 h5 h6 header hr li main ol p pre section summary table tbody td tfoot th thead tr ul',
)
const TOKEN = /<(\/?)(\w+)[^>]*>|[^<]+/g
const ADJACENT_EMPHASIS = /<\/(b|strong|em|i)>(\s*)<\1>/g
/** The most levels of inline elements out of which breaks are moved. */
const MAX_LEVELS = 4

/** A run of line breaks with the white space after and between them, and the white space before them. */
type Breaks = { kind: 'breaks'; before: string; markup: string }
type Piece =
  Breaks | { kind: 'start' | 'end'; name: string; markup: string } | { kind: 'text'; markup: string }

/**
 * Rearranges sanitised markup so that Markdown can express it: line breaks are between words, not at the edges of
 * elements, and adjacent emphasis is merged. The markup is split into pieces and processed in several passes, since a
 * regular expression for white space before a break would take quadratic time for a long run.
 */
export function tidyMarkup(safeHtml: string): string {
  let pieces = splitMarkup(safeHtml)
  for (let round = 0; round < MAX_LEVELS; round++) {
    const moved = moveBreaksOut(pieces)
    if (!moved) break
    pieces = moved
  }
  return writeWithoutEdgeBreaks(pieces).replace(ADJACENT_EMPHASIS, '$2')
}

function splitMarkup(html: string): Piece[] {
  const pieces: Piece[] = []
  for (const [markup, end, name] of html.matchAll(TOKEN)) {
    if (name === 'br') add(pieces, { kind: 'breaks', before: '', markup })
    else if (name === undefined) add(pieces, { kind: 'text', markup })
    else add(pieces, { kind: end === '/' ? 'end' : 'start', name, markup })
  }
  return pieces
}

/** Appends a piece; breaks absorb the white space around them. */
function add(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1)
  if (piece.kind === 'breaks') {
    if (last?.kind === 'breaks') last.markup += piece.before + piece.markup
    else pieces.push({ ...piece, before: takeSpaceBefore(pieces) + piece.before })
  } else if (piece.kind === 'text' && last?.kind === 'breaks') {
    const rest = piece.markup.trimStart()
    last.markup += piece.markup.slice(0, piece.markup.length - rest.length)
    if (rest !== '') pieces.push({ kind: 'text', markup: rest })
  } else pieces.push(piece)
}

function takeSpaceBefore(pieces: Piece[]): string {
  const last = pieces.at(-1)
  if (last?.kind !== 'text') return ''
  pieces.pop()
  const words = last.markup.trimEnd()
  if (words !== '') pieces.push({ kind: 'text', markup: words })
  return last.markup.slice(words.length)
}

/** Moves breaks at the edges of inline elements out of them; undefined if there are none. */
function moveBreaksOut(pieces: Piece[]): Piece[] | undefined {
  const moved: Piece[] = []
  let hasMoved = false
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at]!
    const next = pieces[at + 1]
    if (piece.kind === 'breaks' && isInlineEnd(next)) {
      add(moved, next!)
      add(moved, { ...piece, before: '' })
    } else if (isEmphasisStart(piece) && next?.kind === 'breaks' && !isInlineEnd(pieces[at + 2])) {
      add(moved, { ...next, before: '' })
      add(moved, piece)
    } else {
      add(moved, piece)
      continue
    }
    hasMoved = true
    at += 1
  }
  return hasMoved ? moved : undefined
}

function isInlineEnd(piece: Piece | undefined): boolean {
  return piece?.kind === 'end' && INLINE.has(piece.name)
}

function isEmphasisStart(piece: Piece): boolean {
  return piece.kind === 'start' && EMPHASISED.has(piece.name)
}

/** The pieces without the breaks at the edges of blocks. */
function writeWithoutEdgeBreaks(pieces: Piece[]): string {
  let html = ''
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind !== 'breaks') html += piece.markup
    else if (!isBlock(pieces[at + 1]) && !(pieces[at - 1]?.kind === 'start' && isBlock(pieces[at - 1])))
      html += piece.before + piece.markup
  }
  return html
}

function isBlock(piece: Piece | undefined): boolean {
  return (piece?.kind === 'start' || piece?.kind === 'end') && BLOCK.has(piece.name)
}
