import type { Element } from './dom.ts'
import { measureTree, type TextMeasure } from './text-measure.ts'

/** The shortest average item, in UTF-16 units: titles of other articles are longer than terms. */
const MIN_ITEM_LENGTH = 20
/** The largest share of the text that such a list may have; with more the page is a list of links. */
const MAX_SHARE = 0.2

/** Removes lists between the paragraphs that consist only of links to other pages of the site. */
export function pruneLinkLists(article: Element, pageUrl: string): void {
  const lists = article.getElementsByTagName('ul', 'ol')
  if (lists.length === 0) return
  const host = URL.parse(pageUrl)?.host
  const measures = measureTree(article)
  const whole = measures.get(article)!.text
  const pruned = lists.filter((list) => containsTeasers(list, measures, host) && isUnannounced(list))
  const length = pruned.reduce((sum, list) => sum + measures.get(list)!.text, 0)
  if (length > whole * MAX_SHARE) return
  for (const list of pruned) list.remove()
}

function containsTeasers(
  list: Element,
  measures: Map<Element, TextMeasure>,
  host: string | undefined,
): boolean {
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

/** Whether a list has no heading or colon before it; a list that belongs to the article has one. */
function isUnannounced({ previousElementSibling: before }: Element): boolean {
  if (before === null) return false
  return before.localName === 'p' && !/[:：]\s*$/.test(before.textContent)
}
