/** Each browser has its own name for the place beside a page. */
type Panels = {
  sidePanel?: { open(where: { windowId: number }): Promise<void> }
  sidebarAction?: { open(): Promise<void> }
}

const { sidePanel, sidebarAction } = chrome as unknown as Panels

/** Firefox for Android has no place for it. */
export const hasSidePanel = sidePanel !== undefined || sidebarAction !== undefined

/** Opens the list beside the page, which browsers allow only while they tell of a click. */
export async function openSidePanel(tab: chrome.tabs.Tab | undefined): Promise<void> {
  if (sidebarAction) await sidebarAction.open()
  else if (tab) await sidePanel?.open({ windowId: tab.windowId })
}
