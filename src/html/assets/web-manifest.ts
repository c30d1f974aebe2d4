import { assets } from './assets.ts'
import { allMessages } from '../messages/messages.ts'

/** The page background of each theme: `--paper` of tokens.css and sepia.css. */
export const BACKGROUND = { light: '#fbfaf7', sepia: '#f5ecdd', dark: '#15171a' }

/** The web app manifest (W3C), as JSON: installation, share target and shortcuts. */
export function webManifest(): string {
  const { icon192, icon512, maskable } = assets()
  const { name, shortName, description, shortcuts } = allMessages.share.app
  const icons = [
    { src: icon192.path, sizes: '192x192', type: icon192.type, purpose: 'any' },
    { src: icon512.path, sizes: '512x512', type: icon512.type, purpose: 'any' },
    { src: maskable.path, sizes: '512x512', type: maskable.type, purpose: 'maskable' },
  ]
  const shortcut = (name: string, url: string) => ({ name, url, icons: icons.slice(0, 1) })
  return JSON.stringify({
    id: '/queue',
    name,
    short_name: shortName,
    description,
    lang: allMessages.language,
    start_url: '/queue',
    scope: '/',
    display: 'standalone',
    background_color: BACKGROUND.light,
    theme_color: BACKGROUND.light,
    icons,
    share_target: {
      action: '/save',
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { url: 'url', title: 'title', text: 'text' },
    },
    shortcuts: [
      shortcut(shortcuts.queue, '/queue'),
      shortcut(shortcuts.save, '/save'),
      shortcut(shortcuts.search, '/queue#search'),
      shortcut(shortcuts.offline, '/offline'),
    ],
  })
}
