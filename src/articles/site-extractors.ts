import { arxiv } from './sites/arxiv.ts'
import { github } from './sites/github.ts'
import { hackerNews } from './sites/hacker-news.ts'
import { reddit } from './sites/reddit.ts'
import type { SiteExtractor } from './sites/site.ts'
import { bluesky, mastodon, x } from './sites/social-post.ts'
import { stackExchange } from './sites/stack-exchange.ts'
import { wikipedia } from './sites/wikipedia.ts'
import { youtube } from './sites/youtube.ts'

/** The first that matches reads the page. */
const EXTRACTORS: SiteExtractor[] = [
  wikipedia,
  arxiv,
  github,
  stackExchange,
  hackerNews,
  reddit,
  youtube,
  bluesky,
  x,
  mastodon,
]

/** The extractor for the page at an address; undefined for most pages. */
export function siteExtractorFor(address: string): SiteExtractor | undefined {
  const url = URL.parse(address)
  return url === null ? undefined : EXTRACTORS.find((extractor) => extractor.matches(url))
}
