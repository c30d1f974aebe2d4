import { html } from '../html.ts'
import { MARK_ID_PREFIX } from '../../articles/insert-marks.ts'
import { editHighlight } from '../../queue/actions/edit-highlight.ts'
import { removeHighlight } from '../../queue/actions/remove-highlight.ts'
import type { Highlight } from '../../queue/highlights/highlight.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import type { Notice } from '../../text/notice.ts'
import { actionPath } from '../actions/action-form.ts'
import { assets } from '../assets/assets.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf } from '../items/item-parts.ts'
import { itemPath } from '../items/item-path.ts'
import { allMessages } from '../messages/messages.ts'
import { emptyBox, nextStep } from '../parts/empty-box.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { noticeArea, noticeWithUndo } from '../parts/notice.ts'
import type { Person } from '../parts/person.ts'
import { fontPreloadLinks } from '../parts/font-preload-links.ts'
import { layout } from '../shell/layout.ts'
import { emptyState } from './empty-state.ts'
import { highlightByline, noteField } from './highlight-parts.ts'
import { HIGHLIGHTS_PATH, REVIEW_PATH } from './highlights-path.ts'

const messages = allMessages.highlights.review

/** One highlight of the review, by its number from 1, of so many. */
type ReviewCard = { highlight: Highlight; item: Item; card: number; count: number }

export type ReviewView = {
  person: Person
  now: number
  /** What is shown: a card, the end after so many, or nothing where there are no highlights. */
  shown: ReviewCard | { after: number; hasMore: boolean } | undefined
  notice: Notice | undefined
}

/** Some highlights to read again, one at a time. */
export function reviewPage(view: ReviewView): Fragment {
  const { person, shown, notice } = view
  const isCard = shown !== undefined && 'card' in shown
  const position = isCard ? messages.position(shown.card, shown.count) : undefined
  const returnTo = isCard ? cardPath(shown.card) : REVIEW_PATH
  return layout(
    {
      title: position === undefined ? messages.title : `${messages.title} (${position})`,
      person,
      current: 'highlights',
      head: html`${fontPreloadLinks()}
        <script type="module" src="${assets().review.path}"></script>`,
      shortcuts: [...messages.shortcuts, ...allMessages.palette.shortcuts],
    },
    html`${noticeArea(noticeWithUndo(notice, person, { returnTo }))}
      <div class="highlights-page review">
        <div class="page-head">
          <div>
            <p class="back-link"><a href="${HIGHLIGHTS_PATH}">${allMessages.highlights.title}</a></p>
            <h1>${messages.title}</h1>
          </div>
          ${position !== undefined && html`<p class="hint">${position}</p>`}
        </div>
        ${shown === undefined ? emptyState() : isCard ? cardOf(view, shown) : end(shown)}
      </div>`,
  )
}

function cardPath(card: number): string {
  return card === 1 ? REVIEW_PATH : `${REVIEW_PATH}?card=${card}`
}

function cardOf(view: ReviewView, shown: ReviewCard): Fragment {
  const { highlight, item, card, count } = shown
  const { id, exact, note, colour, anchoredAt } = highlight
  const { siteName, site, author } = item
  const target = anchoredAt === null ? `note-${id}` : MARK_ID_PREFIX + id
  return html`<article class="review-card" aria-labelledby="review-quote">
      <blockquote id="review-quote" data-colour="${colour}" dir="auto" ${languageOf(item)}>
        ${exact}
      </blockquote>
      ${note !== null && html`<p class="highlight-note" dir="auto">${note}</p>`}
      <div class="review-source">
        <p dir="auto" ${languageOf(item)}>
          <a href="${itemPath(item.id)}#${target}">${titleOf(item)}</a>
        </p>
        <p class="hint"><bdi>${siteName ?? site}</bdi>${author !== null && html` · <bdi>${author}</bdi>`}</p>
        ${highlightByline(highlight, view.now)}
      </div>
    </article>
    <nav class="review-steps" aria-label="${messages.title}">
      ${card > 1 && html`<a class="button quiet" rel="prev" href="${cardPath(card - 1)}">← ${messages.previous}</a>`}
      <a
        class="button main"
        rel="next"
        href="${card < count ? cardPath(card + 1) : `${REVIEW_PATH}?after=${count}`}"
        >${card < count ? html`${messages.next} →` : messages.finish}</a
      >
    </nav>
    ${acts(view, shown)}`
}

/** What to do with the highlight besides reading on. */
function acts(
  { person }: ReviewView,
  { highlight: { id, itemId, note, colour }, card }: ReviewCard,
): Fragment {
  const fields = html`${formTokenField(person.formToken)} ${returnField(cardPath(card))}
    <input type="hidden" name="highlight" value="${id}" />`
  return html`<div class="review-acts">
    <details class="review-note">
      <summary class="button plain icon-note">
        ${note === null ? messages.addNote : messages.editNote}
      </summary>
      <form class="highlight-form" method="post" action="${actionPath(editHighlight, itemId)}">
        ${fields}<input type="hidden" name="colour" value="${colour}" />
        ${noteField('review-note', note ?? '')}
        <button class="button main">${allMessages.highlights.edit.button}</button>
      </form>
    </details>
    <form class="review-remove" method="post" action="${actionPath(removeHighlight, itemId)}">
      ${fields}<button class="button plain icon-trash">${allMessages.highlights.remove}</button>
    </form>
  </div>`
}

function end({ after, hasMore }: { after: number; hasMore: boolean }): Fragment {
  return emptyBox({
    icon: 'check',
    title: messages.done,
    hint: hasMore ? messages.tomorrow : messages.noMore,
    next: html`<span class="button-row">
      ${nextStep('/queue', allMessages.highlights.page.toQueue)} ${nextStep(HIGHLIGHTS_PATH, messages.all)}
      ${hasMore && nextStep(cardPath(after + 1), messages.more)}
    </span>`,
  })
}
