import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'

/** Start and end tags of tables, as sanitising writes them. */
const TAGS = /<(\/?)table(?: [^>]*)?>/g
const END = '</div>'
/** The keyboard scrolls it; the page's script takes it out of the way where nothing is to scroll. */
const start = (): string =>
  `<div${attributes({ class: 'table-box', role: 'group', tabindex: '0', 'aria-label': allMessages.reader.table })}>`

/** Puts each table of a sanitised article, with the tables within it, into a box that scrolls by itself. */
export function wrapTables(article: string): string {
  let depth = 0
  return article.replaceAll(TAGS, (tag, slash: string) => {
    if (slash === '') return depth++ === 0 ? start() + tag : tag
    return --depth === 0 ? tag + END : tag
  })
}
