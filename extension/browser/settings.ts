/** The service that is in use, as an origin. */
export async function serviceOrigin(): Promise<string> {
  const { origin } = await chrome.storage.local.get('origin')
  return typeof origin === 'string' ? origin : DEFAULT_ADDRESS
}

export async function useService(origin: string): Promise<void> {
  await chrome.storage.local.set({ origin })
}
