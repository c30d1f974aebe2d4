import { html, raw } from 'hono/html'
import { assets } from './assets.ts'
import type { Fragment } from './fragment.ts'
import { attributes } from './parts/attributes.ts'
import { formTokenField } from './parts/form-token.ts'

/** The signed-in person that a page is drawn for, and the token for its forms. */
export type Person = { email: string; formToken: string }

export type Shell = {
  title: string
  /** Whose pages the header leads to; without one it only names the service. */
  person?: Person | undefined
  current?: 'queue' | 'agents' | undefined
  /** Further elements of the document's head. */
  head?: Fragment | undefined
  /** A single text or form in the middle, or a page of the whole width. */
  width?: 'narrow' | 'wide'
}

/** A whole document around the content of a page. */
export function layout(shell: Shell, content: Fragment): Fragment {
  return html`${raw('<!doctype html>')}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${shell.title} · Reading Queue</title>
        ${shell.head}
        <link rel="stylesheet" href="${assets().stylesheet.path}" />
        <link rel="icon" type="image/svg+xml" href="${assets().logo.path}" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        ${header(shell)}
        <main id="content" class="${shell.width ?? 'wide'}">${content}</main>
        <footer><p>Reading Queue: your links, shared with the agents that act for you.</p></footer>
      </body>
    </html>`
}

function header({ person, current }: Shell): Fragment {
  return html`<header class="top">
    <a class="brand" href="/"
      ><img src="${assets().logo.path}" alt="" width="28" height="28" /><span>Reading Queue</span></a
    >
    ${person && html`${navigation(current)} ${account(person)}`}
  </header>`
}

function navigation(current: Shell['current']): Fragment {
  const link = (name: Shell['current'], path: string, label: string) => {
    return html`<a href="${path}" ${attributes({ 'aria-current': name === current ? 'page' : undefined })}
      >${label}</a
    >`
  }
  return html`<nav aria-label="Main">
    ${link('queue', '/queue', 'Queue')} ${link('agents', '/agents', 'Agents')}
  </nav>`
}

function account({ email, formToken }: Person): Fragment {
  return html`<form class="account" method="post" action="/logout">
    ${formTokenField(formToken)}
    <span class="email" title="${email}"><bdi>${email}</bdi></span>
    <button class="button plain">Sign out</button>
  </form>`
}
