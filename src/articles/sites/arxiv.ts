import { escapeText } from '../../text/escape-text.ts'
import { findAll, findFirst, hasClass, isHost, isNamed, lineOf, type SiteExtractor } from './site.ts'

/** The page of a paper on arXiv: its abstract, its metadata, and links to the paper. */
export const arxiv: SiteExtractor = {
  matches: (url) => isHost(url, 'arxiv.org') && url.pathname.startsWith('/abs/'),
  extract({ body, url }) {
    const abstract = findFirst(body, hasClass('abstract'))
    const title = lineOf(findFirst(body, (element) => isNamed('h1')(element) && hasClass('title')(element)))
    if (!abstract || title === null) return undefined
    for (const label of findAll(abstract, hasClass('descriptor'))) label.remove()
    const details = findAll(body, hasClass('comments', 'subjects', 'journal_ref', 'doi', 'jref'))
      .flatMap((element) => lineOf(element) ?? [])
      .map((line) => `<li>${escapeText(line)}</li>`)
    const paper = url.pathname.replace('/abs/', '')
    const links = ['pdf', 'html'].map(
      (kind) => `<a href="https://arxiv.org/${kind}${escapeText(`/${paper}`)}">${kind.toUpperCase()}</a>`,
    )
    const authors = findFirst(body, hasClass('authors'))
    const names = authors ? findAll(authors, isNamed('a')).flatMap((link) => lineOf(link) ?? []) : []
    return {
      html: `<p>${abstract.innerHTML.trim()}</p>${details.length > 0 ? `<ul>${details.join('')}</ul>` : ''}<p>The paper: ${links.join(', ')}</p>`,
      title: title.replace(/^Title:\s*/, ''),
      author: names.join(', ') || null,
    }
  },
}
