import type { Element } from './dom.ts'
import { measureTree, type TextMeasure } from './text-measure.ts'

/** In UTF-16 units, of an item on average: names of other articles are longer than terms. */
const MIN_ITEM_LENGTH = 20
/** Of all text: with more a page is a list of links. */
const MAX_SHARE = 0.2

/** Takes out lists between the paragraphs that consist of nothing but links to other pages of the site. */
export function pruneLinkLists(article: Element, pageUrl: string): void {
  const lists = article.getElementsByTagName('ul', 'ol')
  if (lists.length === 0) return
  const host = URL.parse(pageUrl)?.host
  const measures = measureTree(article)
  const whole = measures.get(article)!.text
  const pruned = lists.filter((list) => isOfTeasers(list, measures, host) && isUnannounced(list))
  const length = pruned.reduce((sum, list) => sum + measures.get(list)!.text, 0)
  if (length > whole * MAX_SHARE) return
  for (const list of pruned) list.remove()
}

function isOfTeasers(list: Element, measures: Map<Element, TextMeasure>, host: string | undefined): boolean {
  const items = list.children
  const { text } = measures.get(list)!
  if (items.length < 2 || text < items.length * MIN_ITEM_LENGTH) return false
  return items.every((item) => {
    const measure = measures.get(item)!
    if (measure.links !== 1 || measure.linked < measure.text) return false
    const href = item.getElementsByTagName('a')[0]?.getAttribute('href') ?? ''
    return URL.parse(href)?.host === host
  })
}

/** What an article names itself stands under a heading, or after a colon. */
function isUnannounced({ previousElementSibling: before }: Element): boolean {
  if (before === null) return false
  return before.localName === 'p' && !/[:：]\s*$/.test(before.textContent)
}
