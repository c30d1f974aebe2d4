import { limitMarkdown } from './limit-markdown.ts'
import { buildTree } from './page-tree.ts'
import type { Article } from './page.ts'
import { buildArticle } from './read-html.ts'
import { tidyArticle } from './tidy-article.ts'

/**
 * Makes an article of GitHub's Markdown, whose links are relative to `url`. Processed like HTML, so hidden content is
 * dropped. Undefined where the parser gives up, as it does on what is nested more deeply than its stack.
 */
export async function articleOfMarkdown(
  markdown: string,
  { url, title }: { url: string; title: string | null },
): Promise<Article | undefined> {
  // Seldom needed.
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
