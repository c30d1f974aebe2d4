/** UTF-16 units of what is handed over in an address that proxies on the way must take. */
const MAX_TITLE = 300
const MAX_NOTE = 1000

/**
 * A bookmark that hands the page it is pressed on to `/save`, in a tab of its own or, where that is
 * blocked, in the same one. It holds no `%`, which a browser would read as an escape.
 */
export function bookmarklet(baseUrl: string): string {
  return `javascript:(()=>{const a='${baseUrl}/save?'+new URLSearchParams({${[
    'url:location.href',
    `title:document.title.slice(0,${MAX_TITLE})`,
    `note:(getSelection()+'').slice(0,${MAX_NOTE})`,
  ].join(',')}});open(a)||(location.href=a)})()`
}
