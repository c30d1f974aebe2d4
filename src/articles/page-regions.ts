type Attributes = Record<string, string>

/**
 * Tracks, while a page is read, whether the current position belongs to its article. The reader reports each start
 * and end of an element.
 */
export type PageRegions = {
  open(name: string, attributes: Attributes): void
  close(): void
  isBeside(): boolean
  /** Whether only the type of an element says so; marked clues in it may still be about the article. */
  isAside(): boolean
  /** Whether it is in a table cell. */
  isInTable(): boolean
  /** Whether it is not text to read, such as a script. */
  isCode(): boolean
  /** The classes and ids of the elements around the one just opened, innermost first. */
  namesAround(count: number): string[]
}

type Region = { names: string; isBeside: boolean; isAside: boolean; isInTable: boolean; isCode: boolean }

const CODE = new Set(['script', 'style', 'template', 'noscript', 'svg', 'textarea', 'select'])
const ASIDE = new Set(['nav', 'aside', 'footer'])
/** Elements that hold the whole page; their names describe what else is on it. */
const WHOLE = new Set(['html', 'body', 'main', 'article'])
const BESIDE =
  /(?:^|\s)(?:comments?|commentlist|disqus|respond|replies|related|recommend(?:ed|ations?)|sidebar|widgets?|copyright|popular|trending|latest|more-(?:news|stories|posts|articles)|recent|archives?|nav|navbar|navigation|menu|breadcrumbs?|share|sharing|social|promo|newsletter|teasers?|read-next|most-read|also-read|author-(?:bio|box)|footer|site-footer|page-footer|topbar|modal|popup|cookie)(?:[-_][\w-]*)?(?=\s|$)/i
const NOT_BESIDE = /(?:^|\s)(?:has|no|with)-|wrap|(?:comment|share|social)s?-?(?:count|link)|entry|article-/i
const OF_ARTICLE = /entry|post|article|meta/i

/** Creates the tracker for the events of one page. */
export function createRegions(): PageRegions {
  const open: Region[] = []
  return {
    open(name, attributes) {
      const names = `${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`
      const parent = open.at(-1)
      open.push({
        names,
        isBeside: parent?.isBeside || isBesideArticle(name, names),
        isAside: parent?.isAside || isAsideElement(name, names),
        isInTable: parent?.isInTable || name === 'td',
        isCode: parent?.isCode || CODE.has(name),
      })
    },
    close() {
      open.pop()
    },
    isBeside: () => open.at(-1)?.isBeside ?? false,
    isAside: () => open.at(-1)?.isAside ?? false,
    isInTable: () => open.at(-1)?.isInTable ?? false,
    isCode: () => open.at(-1)?.isCode ?? false,
    namesAround: (count) =>
      open
        .slice(-1 - count, -1)
        .map(({ names }) => names)
        .reverse(),
  }
}

/** Some sites put the date and the author into the footer of the article. */
function isAsideElement(name: string, names: string): boolean {
  return ASIDE.has(name) && !(name === 'footer' && OF_ARTICLE.test(names))
}

function isBesideArticle(name: string, names: string): boolean {
  if (CODE.has(name)) return true
  return !WHOLE.has(name) && BESIDE.test(names) && !NOT_BESIDE.test(names)
}
