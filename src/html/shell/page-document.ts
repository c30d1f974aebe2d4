import { html, raw } from '../html.ts'
import type { AppearanceSettings } from '../../accounts/appearance-settings.ts'
import { assets } from '../assets/assets.ts'
import { BACKGROUND } from '../assets/web-manifest.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'

type Options = {
  title: string
  theme?: AppearanceSettings['theme'] | undefined
  /** Further elements of the head. */
  head?: Fragment | undefined
  /** The address of the icon of the tab. */
  icon?: string
  /** The id of the element before which nothing is painted, to avoid layout shifts; by default the end of the page. */
  paintAfter?: string | undefined
}

const COLOR_SCHEMES: Record<AppearanceSettings['theme'], string> = {
  system: 'light dark',
  light: 'light',
  sepia: 'light',
  dark: 'dark',
}

/** An HTML document with our style sheet; `body` is its whole body element, which ends with `#loaded`. */
export function pageDocument(
  { title, theme = 'system', head, icon = assets().logo.path, paintAfter = 'loaded' }: Options,
  body: Fragment,
): Fragment {
  return html`${raw('<!doctype html>')}
    <html lang="${allMessages.language}" data-theme="${theme}">
      <head>
        <meta charset="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="${COLOR_SCHEMES[theme]}" />
        ${themeColors(theme)}
        <title>${allMessages.shell.title(title)}</title>
        <link rel="expect" href="#${paintAfter}" blocking="render" />
        <link rel="preload" as="font" type="font/woff2" crossorigin href="${assets().mainFont.path}" />
        ${head}
        <link rel="stylesheet" href="${assets().stylesheet.path}" />
        <link rel="icon" type="image/svg+xml" href="${icon}" />
        <link rel="apple-touch-icon" href="${assets().touchIcon.path}" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      ${body}
    </html>`
}

/** The colour of the browser's own interface: the background of the theme, or of both for the system's choice. */
function themeColors(theme: AppearanceSettings['theme']): Fragment {
  if (theme !== 'system') return html`<meta name="theme-color" content="${BACKGROUND[theme]}" />`
  return html`<meta name="theme-color" media="(prefers-color-scheme: light)" content="${BACKGROUND.light}" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="${BACKGROUND.dark}" />`
}
