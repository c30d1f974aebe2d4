import { escapeHtml, findAll, findFirst, hasClass, isHost, isNamed, lineOf, type SiteRule } from './site.ts'

/** The page of a paper on arXiv: its abstract, what is said of it, and where the paper is. */
export const arxiv: SiteRule = {
  isPage: (url) => isHost(url, 'arxiv.org') && url.pathname.startsWith('/abs/'),
  read({ body, url }) {
    const abstract = findFirst(body, hasClass('abstract'))
    const title = lineOf(findFirst(body, (element) => isNamed('h1')(element) && hasClass('title')(element)))
    if (!abstract || title === null) return undefined
    for (const label of findAll(abstract, hasClass('descriptor'))) label.remove()
    const about = findAll(body, hasClass('comments', 'subjects', 'journal_ref', 'doi', 'jref'))
      .flatMap((element) => lineOf(element) ?? [])
      .map((line) => `<li>${escapeHtml(line)}</li>`)
    const paper = url.pathname.replace('/abs/', '')
    const links = ['pdf', 'html'].map(
      (kind) => `<a href="https://arxiv.org/${kind}${escapeHtml(`/${paper}`)}">${kind.toUpperCase()}</a>`,
    )
    const authors = findFirst(body, hasClass('authors'))
    const names = authors ? findAll(authors, isNamed('a')).flatMap((link) => lineOf(link) ?? []) : []
    return {
      html: `<p>${abstract.innerHTML.trim()}</p>${about.length > 0 ? `<ul>${about.join('')}</ul>` : ''}<p>The paper: ${links.join(', ')}</p>`,
      title: title.replace(/^Title:\s*/, ''),
      author: names.join(', ') || null,
    }
  },
}
