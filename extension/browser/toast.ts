import { message } from './message.ts'
import { offerUndo } from './undo-offer.ts'

const SHOWN_FOR_MS = 6000

/**
 * Shows a text on the page of a tab for some seconds, and offers to undo outbox entries. Does nothing on a page where the
 * browser allows no scripts.
 */
export async function showToast(tabId: number, text: string, undoableEntryIds: number[] = []): Promise<void> {
  const token = undoableEntryIds.length === 0 ? '' : await offerUndo(tabId, undoableEntryIds)
  const toast = {
    text,
    token,
    undoLabel: message('undo'),
    language: message('language'),
    shownForMs: SHOWN_FOR_MS,
  }
  const target = { tabId }
  await chrome.scripting.executeScript({ target, func: renderToast, args: [toast] }).catch(() => undefined)
}

type Toast = {
  text: string
  /** Sent to the background when the button is pressed; empty if nothing can be undone, so that there is no button. */
  token: string
  undoLabel: string
  language: string
  shownForMs: number
}

/**
 * Runs in the page, isolated from its styles and scripts. The function is injected as source text, so it can't use
 * anything outside itself.
 */
function renderToast({ text, token, undoLabel, language, shownForMs }: Toast): void {
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
  // The shadow root is closed, and only a person's click on a visible toast counts, so that scripts of the page can't undo.
  host.attachShadow({ mode: 'closed' }).append(toast)
  document.documentElement.append(host)

  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = undoLabel
  button.style.cssText = `all: initial; box-sizing: border-box; min-block-size: 36px; padding: 4px 10px; border-radius: 7px;
    color: light-dark(#0f5f59, #7cc9bf); font: 600 14px/1.4 system-ui, sans-serif; cursor: pointer; outline: revert`
  button.addEventListener('click', (event) => {
    const isVisible = host.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (!event.isTrusted || !isVisible) return
    // Removed, so that it can't be clicked twice.
    button.remove()
    chrome.runtime.sendMessage<{ undo: string }, string>({ undo: token }).then(show, () => host.remove())
  })

  let timer: ReturnType<typeof setTimeout> | undefined
  const cancelHide = () => clearTimeout(timer)
  const scheduleHide = () => {
    cancelHide()
    timer = setTimeout(() => host.remove(), shownForMs)
  }
  const show = (shownText: string) => {
    toast.replaceChildren(shownText)
    scheduleHide()
  }
  toast.addEventListener('pointerenter', cancelHide)
  toast.addEventListener('focusin', cancelHide)
  toast.addEventListener('pointerleave', scheduleHide)
  toast.addEventListener('focusout', scheduleHide)
  // Screen readers announce a live region only if it is in the page before its text changes.
  requestAnimationFrame(() => {
    show(text)
    if (token !== '') toast.append(button)
  })
}
