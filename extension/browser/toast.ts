import { message } from './message.ts'
import { offerUndo } from './undo-offer.ts'

/** Milliseconds. */
const SHOWN_FOR = 6000

/**
 * Says something on the page of a tab for some seconds, and offers to undo outbox entries; nothing where the page takes
 * no scripts.
 */
export async function showToast(tabId: number, text: string, undoes: number[] = []): Promise<void> {
  const token = undoes.length === 0 ? '' : await offerUndo(tabId, undoes)
  const toast = { text, token, undo: message('undo'), language: message('language'), shownFor: SHOWN_FOR }
  const target = { tabId }
  await chrome.scripting.executeScript({ target, func: drawToast, args: [toast] }).catch(() => undefined)
}

type Toast = {
  text: string
  /** What the button names to the background; empty where nothing can be undone. */
  token: string
  undo: string
  language: string
  shownFor: number
}

/**
 * Runs in the page, apart from its styles and scripts. Injected as source text, so it can't use anything outside of
 * itself.
 */
function drawToast({ text, token, undo, language, shownFor }: Toast): void {
  const name = 'reading-queue-toast'
  document.querySelector(name)?.remove()
  const host = document.createElement(name)
  const toast = document.createElement('div')
  toast.setAttribute('role', 'status')
  toast.lang = language
  toast.style.cssText = `all: initial; position: fixed; inset-block-end: 24px; inset-inline-end: 24px; z-index: 2147483647;
    display: flex; align-items: center; gap: 8px; box-sizing: border-box; min-block-size: 48px;
    max-inline-size: min(400px, calc(100vw - 48px)); padding: 6px 16px; border: 1px solid #8886; border-radius: 10px;
    color-scheme: light dark; background: light-dark(#fff, #22252a); color: light-dark(#24262b, #ecebe8);
    font: 14px/1.4 system-ui, sans-serif; box-shadow: 0 4px 16px #0004`
  // Closed, and only a click of the person on what is seen counts, so that the page's scripts can't undo.
  host.attachShadow({ mode: 'closed' }).append(toast)
  document.documentElement.append(host)

  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = undo
  button.style.cssText = `all: initial; box-sizing: border-box; min-block-size: 36px; padding: 4px 10px; border-radius: 7px;
    color: light-dark(#0f5f59, #7cc9bf); font: 600 14px/1.4 system-ui, sans-serif; cursor: pointer; outline: revert`
  button.addEventListener('click', (event) => {
    const isSeen = host.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (!event.isTrusted || !isSeen) return
    // The button goes with its focus, and a second click with it.
    button.remove()
    chrome.runtime.sendMessage<{ undo: string }, string>({ undo: token }).then(say, () => host.remove())
  })

  let timer: ReturnType<typeof setTimeout> | undefined
  const stay = () => clearTimeout(timer)
  const leave = () => {
    stay()
    timer = setTimeout(() => host.remove(), shownFor)
  }
  const say = (said: string) => {
    toast.replaceChildren(said)
    leave()
  }
  toast.addEventListener('pointerenter', stay)
  toast.addEventListener('focusin', stay)
  toast.addEventListener('pointerleave', leave)
  toast.addEventListener('focusout', leave)
  // A live region that is there already when its text changes is read out.
  requestAnimationFrame(() => {
    say(text)
    if (token !== '') toast.append(button)
  })
}
