/** Opens the welcome page after installation, but not after an update of the extension or the browser. */
export async function welcome({ reason }: Pick<chrome.runtime.InstalledDetails, 'reason'>): Promise<void> {
  if (reason === 'install') await chrome.tabs.create({ url: 'welcome.html' })
}
