import { element } from './element.ts'

/** The page of a tab as the browser knows it: site icon, site, title and thumbnail. */
export function pageHead(tab: chrome.tabs.Tab): HTMLElement[] {
  const { url = '', title = '', favIconUrl = '' } = tab
  // The browser gives neither for its own pages.
  if (url === '' && title === '') return []
  const site = URL.parse(url)?.hostname.replace(/^www\./, '') ?? ''
  const text = element(
    'div',
    { class: 'page-text' },
    element('p', { class: 'site' }, siteIcon(favIconUrl), element('bdi', {}, site)),
    element('p', { class: 'title' }, element('bdi', {}, title || url)),
  )
  const thumbnail = element('div', { class: 'thumbnail', hidden: true })
  if (tab.active && /^https?:/.test(url)) void showThumbnail(thumbnail, tab.windowId)
  return [text, thumbnail]
}

function siteIcon(address: string): HTMLImageElement | undefined {
  if (!/^(https?:|data:image\/)/.test(address)) return undefined
  const image = element('img', { width: '16', height: '16', alt: '', referrerpolicy: 'no-referrer' })
  image.addEventListener('error', () => image.remove())
  image.src = address
  return image
}

/** Shows a picture of the visible part of the page. It is not sent anywhere. */
async function showThumbnail(box: HTMLElement, windowId: number): Promise<void> {
  try {
    const address = await chrome.tabs.captureVisibleTab(windowId, { format: 'jpeg', quality: 60 })
    box.append(element('img', { src: address, alt: '' }))
    box.hidden = false
  } catch {
    // Browsers allow this only for a tab whose toolbar button was clicked.
  }
}
