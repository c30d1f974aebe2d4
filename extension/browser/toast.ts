/** Milliseconds. */
const SHOWN_FOR = 5000

/** Says something on the page of a tab for some seconds; nothing where the page takes no scripts. */
export async function showToast(tabId: number, text: string): Promise<void> {
  const args: [string, number] = [text, SHOWN_FOR]
  await chrome.scripting.executeScript({ target: { tabId }, func: drawToast, args }).catch(() => undefined)
}

/** Runs in the page, apart from its styles. Injected as source text, so it can't use anything outside of itself. */
function drawToast(text: string, shownFor: number): void {
  const name = 'reading-queue-toast'
  document.querySelector(name)?.remove()
  const host = document.createElement(name)
  const toast = document.createElement('div')
  toast.setAttribute('role', 'status')
  toast.style.cssText = `all: initial; position: fixed; inset-block-end: 24px; inset-inline-end: 24px; z-index: 2147483647;
    max-inline-size: min(360px, calc(100vw - 48px)); padding: 12px 16px; border: 1px solid #8886; border-radius: 10px;
    background: Canvas; color: CanvasText; color-scheme: light dark; font: 14px/1.4 system-ui, sans-serif;
    box-shadow: 0 4px 16px #0004`
  host.attachShadow({ mode: 'open' }).append(toast)
  document.documentElement.append(host)
  // A live region that is there already when its text changes is read out.
  requestAnimationFrame(() => (toast.textContent = text))
  setTimeout(() => host.remove(), shownFor)
}
