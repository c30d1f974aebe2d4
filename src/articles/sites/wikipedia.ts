import { findAll, findFirst, hasClass, isHost, isNamed, lineOf, type SiteExtractor } from './site.ts'

const BESIDE = hasClass(
  ...'navbox navbox-styles vertical-navbox sidebar metadata ambox hatnote toc mw-editsection mw-empty-elt noprint sistersitebox portal portalbox mw-jump-link catlinks shortdescription mw-indicators authority-control reflist-talk stub'.split(
    ' ',
  ),
)

/**
 * Wikipedia and its sister projects. Notes to editors and navigation boxes are removed, and the infobox is moved to
 * the end.
 */
export const wikipedia: SiteExtractor = {
  matches: (url) =>
    isHost(url, 'wikipedia.org', 'wikibooks.org', 'wikivoyage.org', 'wikinews.org', 'wikisource.org') &&
    (url.pathname.startsWith('/wiki/') || url.searchParams.has('title')),
  extract({ body }) {
    const content = findAll(body, hasClass('mw-parser-output')).find((box) => findFirst(box, isNamed('p')))
    if (!content) return undefined
    for (const element of findAll(content, BESIDE)) element.remove()
    const tables = findAll(content, hasClass('infobox', 'taxobox'))
    for (const table of tables) table.remove()
    const facts = tables
      .map((table) => `<${table.localName}>${table.innerHTML}</${table.localName}>`)
      .join('')
    const title = lineOf(findFirst(body, ({ id }) => id === 'firstHeading'))
    return { html: content.innerHTML + facts, title, author: null }
  },
}
