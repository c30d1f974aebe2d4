import type { Person } from '../parts/person.ts'
import { html, raw } from 'hono/html'
import type { Settings } from '../../accounts/settings.ts'
import { assets } from '../assets/assets.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField } from '../parts/form-token.ts'
import { PAPER } from '../assets/web-manifest.ts'
import { allWords } from '../words/words.ts'

const words = allWords.shell

export type Shell = {
  title: string
  /** Whose pages the header leads to; without one it only names the service. */
  person?: Person | undefined
  current?: 'queue' | 'stats' | 'agents' | 'account' | undefined
  /** Further elements of the document's head. */
  head?: Fragment | undefined
  /** A single text or form in the middle, a page of some width, or all the width there is. */
  width?: 'narrow' | 'wide' | 'full'
  /**
   * The id of the element that has begun before anything is painted; without one, the page is painted once it is there.
   * What is before it would move when the rest of it comes.
   */
  shownWith?: string | undefined
}

/** A whole document around the content of a page. */
export function layout(shell: Shell, content: Fragment): Fragment {
  const theme = shell.person?.settings?.theme ?? 'system'
  return html`${raw('<!doctype html>')}
    <html lang="${allWords.language}" data-theme="${theme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${theme === 'system' ? 'light dark' : theme}" />
        ${themeColors(theme)}
        <title>${words.title(shell.title)}</title>
        <link rel="expect" href="#${shell.shownWith ?? 'loaded'}" blocking="render" />
        ${shell.head}
        <link rel="stylesheet" href="${assets().stylesheet.path}" />
        <link rel="icon" type="image/svg+xml" href="${shell.head ? renderedIcon() : assets().logo.path}" />
        <link rel="apple-touch-icon" href="${assets().touchIcon.path}" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      <body>
        <a class="skip" href="#content">${words.skip}</a>
        ${header(shell)}
        <main id="content" class="${shell.width ?? 'wide'}">${content}</main>
        <footer>
          <p>${words.footer}</p>
          ${shell.person && html`<p><a href="/share">${allWords.share.how.title}</a></p>`}
        </footer>
        <div id="loaded" hidden></div>
      </body>
    </html>`
}

/** What browsers paint around the page: the paper of the theme, or of whichever the person's system has. */
function themeColors(theme: Settings['theme']): Fragment {
  if (theme !== 'system') return html`<meta name="theme-color" content="${PAPER[theme]}" />`
  return html`<meta name="theme-color" media="(prefers-color-scheme: light)" content="${PAPER.light}" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="${PAPER.dark}" />`
}

function header({ person, current }: Shell): Fragment {
  return html`<header class="${person ? 'top signed-in' : 'top'}">
    <a class="brand" href="/">${logo()}<span>${words.service}</span></a>
    ${person && html`${navigation(current)} ${account(person)}`}
  </header>`
}

/** Drawn within the page, which saves a request. */
function logo(): Fragment {
  const drawing = String(assets().logo.body)
  return html`${raw(drawing.replace('<svg', '<svg aria-hidden="true" width="28" height="28"'))}`
}

let icon: string | undefined

/** For pages that load a script already: a first visit is to take no more than three requests. */
function renderedIcon(): string {
  icon ??= `data:image/svg+xml,${encodeURIComponent(String(assets().logo.body))}`
  return icon
}

function navigation(current: Shell['current']): Fragment {
  const link = (name: Shell['current'], path: string, label: string) => {
    return html`<a href="${path}" ${attributes({ 'aria-current': name === current ? 'page' : undefined })}
      >${label}</a
    >`
  }
  return html`<nav aria-label="${words.menu.label}">
    ${link('queue', '/queue', words.menu.queue)} ${link('stats', '/stats', words.menu.stats)}
    ${link('agents', '/agents', words.menu.agents)} ${link('account', '/account', words.menu.account)}
  </nav>`
}

function account({ email, formToken }: Person): Fragment {
  return html`<form class="account" method="post" action="/logout">
    ${formTokenField(formToken)}
    <span class="email" title="${email}"><bdi>${email}</bdi></span>
    <button class="button plain">${words.signOut}</button>
  </form>`
}
