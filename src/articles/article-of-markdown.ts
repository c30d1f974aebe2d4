import { limitMarkdown } from './limit-markdown.ts'
import { buildTree } from './page-tree.ts'
import type { Article } from './page.ts'
import { buildArticle } from './read-html.ts'
import { tidyArticle } from './tidy-article.ts'

/**
 * Converts GitHub Flavored Markdown, whose links are relative to `url`, to an article. It is processed like HTML, so
 * hidden content is dropped. Undefined if the parser fails, as it does on nesting deeper than its stack.
 */
export async function articleOfMarkdown(
  markdown: string,
  { url, title }: { url: string; title: string | null },
): Promise<Article | undefined> {
  // Loaded on demand because few pages are Markdown.
  const { Marked } = await import('marked')
  const marked = new Marked({ gfm: true, renderer: { checkbox: ({ checked }) => (checked ? '☑ ' : '☐ ') } })
  let html: string
  try {
    html = marked.parse(limitMarkdown(markdown), { async: false })
  } catch {
    return undefined
  }
  const { document, dataUris } = buildTree(html, url)
  const inlineImages = tidyArticle(document.body, title, dataUris)
  return buildArticle(document.body, inlineImages, false)
}
