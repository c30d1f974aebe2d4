// The articles that somebody chose to keep on this device, besides the newest; their ids are state of the account on the device.
import { readDeviceState, updateStores } from './offline-store.js'

/** The service takes no more. */
export const MAX_CHOSEN = 100

export const readChosen = async (account) => (await readDeviceState(account, 'chosen')) ?? []

/** Changes the list in one transaction, as other windows may change it too. */
export const changeChosen = (account, change) =>
  updateStores(account, ['facts'], async (store, result) =>
    store('facts').put(change((await result(store('facts').get('chosen'))) ?? []), 'chosen'),
  )
