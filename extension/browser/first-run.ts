/** Opens the first page once the extension is installed, not when it or the browser is updated. */
export async function welcome({ reason }: Pick<chrome.runtime.InstalledDetails, 'reason'>): Promise<void> {
  if (reason === 'install') await chrome.tabs.create({ url: 'welcome.html' })
}
