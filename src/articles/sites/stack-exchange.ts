import { escapeText } from '../../text/escape-text.ts'
import {
  findAll,
  findFirst,
  hasClass,
  isHost,
  isNamed,
  lineOf,
  type SiteElement,
  type SiteExtractor,
} from './site.ts'

const isText = hasClass('js-post-body', 's-prose', 'post-text')

/** A question and its answers, in the order of the page, with their authors and scores. */
export const stackExchange: SiteExtractor = {
  matches: (url) =>
    isHost(
      url,
      'stackoverflow.com',
      'stackexchange.com',
      'superuser.com',
      'serverfault.com',
      'askubuntu.com',
      'mathoverflow.net',
      'stackapps.com',
    ) && /^\/(?:questions|q|a)\/\d+/.test(url.pathname),
  extract({ body }) {
    const question = findFirst(body, (element) => element.id === 'question' || hasClass('question')(element))
    const text = question && findFirst(question, isText)
    if (!question || !text) return undefined
    const answers = findAll(body, hasClass('answer')).flatMap((answer) => {
      const answerText = findFirst(answer, isText)
      if (!answerText) return []
      const isAccepted = hasClass('accepted-answer')(answer)
      const votes = lineOf(findFirst(answer, hasClass('js-vote-count', 'vote-count-post')))
      const notes = [isAccepted && 'accepted', votes !== null && `${votes} votes`].filter(Boolean).join(', ')
      const heading = `Answer by ${findAuthor(answer) ?? 'an unknown user'}${notes && ` (${notes})`}`
      return `<h2>${escapeText(heading)}</h2>${answerText.innerHTML}`
    })
    const title =
      findFirst(body, (element) => isNamed('h1')(element) && element.getAttribute('itemprop') === 'name') ??
      findFirst(body, hasClass('question-hyperlink'))
    return { html: text.innerHTML + answers.join(''), title: lineOf(title), author: findAuthor(question) }
  },
}

/** The author of a post, whose signature comes after that of the last editor. */
function findAuthor(post: SiteElement): string | null {
  const signature = findAll(post, hasClass('user-details')).at(-1)
  return lineOf(signature && findFirst(signature, isNamed('a')))
}
