/** Chromium calls it side panel, Firefox sidebar. */
type Panels = {
  sidePanel?: { open(where: { windowId: number }): Promise<void> }
  sidebarAction?: { open(): Promise<void> }
}

const { sidePanel, sidebarAction } = chrome as unknown as Panels

/** False in Firefox for Android. */
export const hasSidePanel = sidePanel !== undefined || sidebarAction !== undefined

/** Opens the side panel. Browsers allow that only while the listener of a click runs. */
export async function openSidePanel(tab: chrome.tabs.Tab | undefined): Promise<void> {
  if (sidebarAction) await sidebarAction.open()
  else if (tab) await sidePanel?.open({ windowId: tab.windowId })
}
