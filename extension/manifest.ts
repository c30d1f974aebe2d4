import { CHROME_EXTENSION_KEY, FIREFOX_EXTENSION_ID } from '../src/oauth/built-in-clients.ts'

export type Target = 'chrome' | 'firefox'

const PERMISSIONS = ['identity', 'storage', 'activeTab', 'scripting', 'contextMenus', 'alarms']

const SIZES = [16, 32, 48, 128]
const icons = Object.fromEntries(SIZES.map((size) => [size, `icon-${size}.png`]))

/** The extension's manifest (version 3) for a browser. */
export function manifestFor(target: Target, version: string): Record<string, unknown> {
  return { ...common(version), ...(target === 'chrome' ? chrome : firefox) }
}

function common(version: string) {
  return {
    manifest_version: 3,
    name: '__MSG_name__',
    description: '__MSG_description__',
    default_locale: 'en',
    version,
    icons,
    permissions: PERMISSIONS,
    // Requested when the person first saves all tabs of a window, or wants to see which pages are saved.
    optional_permissions: ['tabs'],
    omnibox: { keyword: 'rq' },
    options_ui: { page: 'options.html', open_in_tab: true },
    // Stricter than the default. Images are site icons and thumbnails of tabs. Without Firefox's upgrade to https, since a service on a private network may have only http.
    content_security_policy: {
      extension_pages:
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: http: https:; font-src 'self'; connect-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
  }
}

const action = { default_popup: 'popup.html', default_title: '__MSG_description__', default_icon: icons }

function commandsBy(open: string, highlight: string) {
  return {
    _execute_action: { suggested_key: { default: open } },
    save: { description: '__MSG_menuPage__' },
    highlight: { suggested_key: { default: highlight }, description: '__MSG_menuSelection__' },
  }
}

const chrome = {
  permissions: [...PERMISSIONS, 'sidePanel'],
  action,
  commands: commandsBy('Alt+Shift+S', 'Alt+Shift+H'),
  key: CHROME_EXTENSION_KEY,
  minimum_chrome_version: '126',
  side_panel: { default_path: 'panel.html' },
  background: { service_worker: 'background.js' },
}

const firefox = {
  action: { ...action, default_area: 'navbar' },
  // On Linux, Alt+Shift+S and Alt+Shift+H open menus of Firefox.
  commands: commandsBy('Alt+Shift+Q', 'Alt+Shift+Y'),
  browser_specific_settings: {
    gecko: {
      id: FIREFOX_EXTENSION_ID,
      strict_min_version: '140.0',
      data_collection_permissions: { required: ['browsingActivity', 'websiteContent', 'searchTerms'] },
    },
    gecko_android: { strict_min_version: '142.0' },
  },
  sidebar_action: {
    default_panel: 'panel.html',
    default_title: '__MSG_name__',
    default_icon: icons,
    open_at_install: false,
  },
  background: { scripts: ['background.js'] },
}
