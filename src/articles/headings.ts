import { Parser } from 'htmlparser2'

/** A heading of an article: its level from 2 to 6, and the id by which it can be jumped to. */
export type Heading = { id: string; level: number; text: string }

/** UTF-16 units of a heading's text; what is longer is cut. */
const MAX_TEXT_LENGTH = 160

/** More of them are no overview. */
const MAX_HEADINGS = 500

const LEVEL = /^h([2-6])$/

/** The first headings of a rendered article that have an id and some text, in their order. */
export function headingsOf(article: string): Heading[] {
  const headings: Heading[] = []
  let open: Heading | undefined
  const parser = new Parser({
    onopentag(tag, { id }) {
      const level = LEVEL.exec(tag)?.[1]
      if (level !== undefined && id) open = { id, level: Number(level), text: '' }
    },
    ontext(text) {
      if (open) open.text += text
    },
    onclosetag(tag) {
      if (!open || !LEVEL.test(tag)) return
      const text = shorten(open.text.replace(/\s+/g, ' ').trim())
      if (text !== '' && headings.push({ ...open, text }) === MAX_HEADINGS) parser.pause()
      open = undefined
    },
  })
  parser.end(article)
  return headings
}

function shorten(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text
  const cut = text.slice(0, MAX_TEXT_LENGTH)
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`
}
