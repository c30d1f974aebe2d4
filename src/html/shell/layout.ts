import type { Person } from '../parts/person.ts'
import { html, raw } from 'hono/html'
import type { Settings } from '../../accounts/settings.ts'
import { assets } from '../assets/assets.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField } from '../parts/form-token.ts'
import { BACKGROUND } from '../assets/web-manifest.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.shell

export type Shell = {
  title: string
  /** The signed-in person; without one the header has no navigation. */
  person?: Person | undefined
  current?: 'queue' | 'stats' | 'agents' | 'account' | undefined
  /** Further elements of the document's head. */
  head?: Fragment | undefined
  /** Of the content: a single form or text, a page, or the whole window. */
  width?: 'narrow' | 'wide' | 'full'
  /** The id of the element before which nothing is painted, to avoid layout shifts; by default the end of the page. */
  paintAfter?: string | undefined
}

/** The HTML document around the content of a page. */
export function layout(shell: Shell, content: Fragment): Fragment {
  const theme = shell.person?.settings?.theme ?? 'system'
  return html`${raw('<!doctype html>')}
    <html lang="${allMessages.language}" data-theme="${theme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${theme === 'system' ? 'light dark' : theme}" />
        ${themeColors(theme)}
        <title>${messages.title(shell.title)}</title>
        <link rel="expect" href="#${shell.paintAfter ?? 'loaded'}" blocking="render" />
        ${shell.head}
        <link rel="stylesheet" href="${assets().stylesheet.path}" />
        <link rel="icon" type="image/svg+xml" href="${shell.head ? inlineIcon() : assets().logo.path}" />
        <link rel="apple-touch-icon" href="${assets().touchIcon.path}" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      <body>
        <a class="skip" href="#content">${messages.skip}</a>
        ${header(shell)}
        <main id="content" class="${shell.width ?? 'wide'}">${content}</main>
        <footer>
          <p>${messages.footer}</p>
          ${shell.person && html`<p><a href="/share">${allMessages.share.how.title}</a></p>`}
        </footer>
        <div id="loaded" hidden></div>
      </body>
    </html>`
}

/** The colour of the browser's own interface: the background of the theme, or of both for the system's choice. */
function themeColors(theme: Settings['theme']): Fragment {
  if (theme !== 'system') return html`<meta name="theme-color" content="${BACKGROUND[theme]}" />`
  return html`<meta name="theme-color" media="(prefers-color-scheme: light)" content="${BACKGROUND.light}" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="${BACKGROUND.dark}" />`
}

function header({ person, current }: Shell): Fragment {
  return html`<header class="${person ? 'top signed-in' : 'top'}">
    <a class="brand" href="/">${logo()}<span>${messages.service}</span></a>
    ${person && html`${navigation(current)} ${accountForm(person)}`}
  </header>`
}

/** Inline, which saves a request. */
function logo(): Fragment {
  const svg = String(assets().logo.body)
  return html`${raw(svg.replace('<svg', '<svg aria-hidden="true" width="28" height="28"'))}`
}

let iconUrl: string | undefined

/** For pages with a script, so that a first visit takes at most three requests. */
function inlineIcon(): string {
  iconUrl ??= `data:image/svg+xml,${encodeURIComponent(String(assets().logo.body))}`
  return iconUrl
}

function navigation(current: Shell['current']): Fragment {
  const link = (name: Shell['current'], path: string, label: string) => {
    return html`<a href="${path}" ${attributes({ 'aria-current': name === current ? 'page' : undefined })}
      >${label}</a
    >`
  }
  return html`<nav aria-label="${messages.menu.label}">
    ${link('queue', '/queue', messages.menu.queue)} ${link('stats', '/stats', messages.menu.stats)}
    ${link('agents', '/agents', messages.menu.agents)} ${link('account', '/account', messages.menu.account)}
  </nav>`
}

function accountForm({ email, formToken }: Person): Fragment {
  return html`<form class="account" method="post" action="/logout">
    ${formTokenField(formToken)}
    <span class="email" title="${email}"><bdi>${email}</bdi></span>
    <button class="button plain">${messages.signOut}</button>
  </form>`
}
