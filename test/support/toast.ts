import type { Page } from 'playwright-core'
import { eventually } from './eventually.ts'

/**
 * Evaluates an expression on a page whose toast is shown, with its root as `root`: to the page itself and its scripts it
 * is closed. Undefined where there is none.
 */
export async function inToast<T>(page: Page, expression: string): Promise<T | undefined> {
  const session = await page.context().newCDPSession(page)
  try {
    const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true })
    const found = rootOf(root)
    if (found === undefined) return undefined
    const { object } = await session.send('DOM.resolveNode', { backendNodeId: found })
    const { result } = await session.send('Runtime.callFunctionOn', {
      objectId: object.objectId ?? '',
      functionDeclaration: `function () { const root = this; return ${expression} }`,
      returnByValue: true,
    })
    return result.value as T
  } catch {
    // It went meanwhile.
    return undefined
  } finally {
    await session.detach()
  }
}

type Node = { nodeName: string; backendNodeId: number; children?: Node[]; shadowRoots?: Node[] }

function rootOf(node: Node): number | undefined {
  if (node.nodeName === 'READING-QUEUE-TOAST') return node.shadowRoots?.[0]?.backendNodeId
  for (const child of node.children ?? []) {
    const found = rootOf(child)
    if (found !== undefined) return found
  }
  return undefined
}

/** Waits until the toast of a page says something; a button's label follows its text. */
export async function toastSays(page: Page, words: string): Promise<void> {
  let message: string | undefined
  await eventually(
    async () => (message = (await inToast<string>(page, 'root.textContent')) ?? message),
    (text) => text?.startsWith(words) === true,
  )
}

/** Presses Undo as a person does. */
export async function pressUndo(page: Page): Promise<void> {
  await page.bringToFront()
  const [x, y] = (await eventually(
    () =>
      inToast<[number, number]>(
        page,
        `((box) => box && [box.x + box.width / 2, box.y + box.height / 2])(root.querySelector('button')?.getBoundingClientRect())`,
      ),
    (place) => Array.isArray(place),
  ))!
  await page.mouse.click(x, y)
}
