type Attributes = Record<string, string>

/** Knows, while a page is read, whether what is read stands beside its article; each element is told to it, and its end. */
export type PageRegions = {
  open(name: string, attributes: Attributes): void
  close(): void
  isBeside(): boolean
  /** Whether only the kind of an element says so: what is marked in it may still be about the article. */
  isAside(): boolean
  /** Whether it is a cell of a table. */
  isInTable(): boolean
  /** Whether it is not for reading at all. */
  isCode(): boolean
  /** The classes and ids of the elements around the one just opened, the nearest first. */
  namesAround(count: number): string[]
}

type Region = { names: string; isBeside: boolean; isAside: boolean; isInTable: boolean; isCode: boolean }

const CODE = new Set(['script', 'style', 'template', 'noscript', 'svg', 'textarea', 'select'])
const ASIDE = new Set(['nav', 'aside', 'footer'])
/** They make up a page: their names say what else is on it. */
const WHOLE = new Set(['html', 'body', 'main', 'article'])
const BESIDE =
  /(?:^|\s)(?:comments?|commentlist|disqus|respond|replies|related|recommend(?:ed|ations?)|sidebar|widgets?|copyright|popular|trending|latest|more-(?:news|stories|posts|articles)|recent|archives?|nav|navbar|navigation|menu|breadcrumbs?|share|sharing|social|promo|newsletter|teasers?|read-next|most-read|also-read|author-(?:bio|box)|footer|site-footer|page-footer|topbar|modal|popup|cookie)(?:[-_][\w-]*)?(?=\s|$)/i
const NOT_BESIDE = /(?:^|\s)(?:has|no|with)-|wrap|(?:comment|share|social)s?-?(?:count|link)|entry|article-/i
const OF_ARTICLE = /entry|post|article|meta/i

/** Makes one for the events of one page. */
export function createRegions(): PageRegions {
  const open: Region[] = []
  return {
    open(name, attributes) {
      const names = `${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`
      const around = open.at(-1)
      open.push({
        names,
        isBeside: around?.isBeside || isBesideArticle(name, names),
        isAside: around?.isAside || isAsideElement(name, names),
        isInTable: around?.isInTable || name === 'td',
        isCode: around?.isCode || CODE.has(name),
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

/** Some put the day and the author into the foot of the article. */
function isAsideElement(name: string, names: string): boolean {
  return ASIDE.has(name) && !(name === 'footer' && OF_ARTICLE.test(names))
}

function isBesideArticle(name: string, names: string): boolean {
  if (CODE.has(name)) return true
  return !WHOLE.has(name) && BESIDE.test(names) && !NOT_BESIDE.test(names)
}
