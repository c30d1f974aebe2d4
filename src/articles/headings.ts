import { truncate } from '../text/truncate.ts'
import { readMarkup } from './read-markup.ts'

/** A heading of an article: its level from 2 to 6, and the id for links to it. */
export type Heading = { id: string; level: number; text: string }

/** UTF-16 units of a heading's text; longer ones are cut. */
const MAX_TEXT_LENGTH = 160

/** A longer outline gives no overview. */
const MAX_HEADINGS = 500

const LEVEL = /^h([2-6])$/

/** The first headings of a rendered article that have an id and text, in document order. */
export function headingsOf(article: string): Heading[] {
  const headings: Heading[] = []
  let heading: Heading | undefined
  readMarkup(article, {
    open(tag, { id }) {
      const level = LEVEL.exec(tag)?.[1]
      if (level !== undefined && id) heading = { id, level: Number(level), text: '' }
    },
    text(text) {
      if (heading) heading.text += text
    },
    close(tag) {
      if (!heading || !LEVEL.test(tag)) return
      const text = truncate(heading.text.replace(/\s+/g, ' ').trim(), MAX_TEXT_LENGTH)
      if (text !== '' && headings.length < MAX_HEADINGS) headings.push({ ...heading, text })
      heading = undefined
    },
  })
  return headings
}
