import type { Failure } from './failure.ts'

/** Every text of the extension. */
export const words = {
  name: 'Reading Queue',
  description: 'Save the page you see to your reading queue.',
  menu: {
    page: 'Save this page to Reading Queue',
    link: 'Save this link to Reading Queue',
    selection: 'Save this page with the selected words as a note',
  },
  popup: {
    saving: 'Saving…',
    saved: 'Saved',
    again: 'Already in your queue',
    removed: 'Removed',
    kept: 'Kept here',
    refused: 'Not saved',
    signedOut: 'Not signed in',
    leftOut: {
      too_large: 'The page is too large to go along, so its address was saved. The service reads it itself.',
      no_answer: 'The page did not answer, so its address was saved. The service reads it itself.',
      outbox_full: 'Too much is waiting here already, so only the address is kept.',
    },
    states: {
      unread: 'Unread',
      read: 'Read',
      snoozed: 'Snoozed',
      removed: 'In the trash',
      favourite: 'Favourite',
    },
    keptUntilBack: 'It is sent by itself as soon as the service can be reached.',
    keptUntilSignedIn: 'The page is kept here and saved when you have signed in.',
    signIn: 'Sign in',
    signingIn: 'Approve in the window that opens.',
    tags: 'Tags',
    tagsHint: 'Separated by commas',
    newTag: 'Add a tag',
    addTag: 'Add',
    removeTag: (tag: string) => `Remove the tag ${tag}`,
    note: 'Note',
    keepNote: 'Save note',
    noteKept: 'Note saved',
    tagsAndNote: 'Tags and note',
    keep: 'Keep',
    actions: {
      'mark-read': 'Mark as read',
      'mark-unread': 'Mark as unread',
      'favourite-item': 'Favourite',
      'unfavourite-item': 'Not a favourite',
      'remove-item': 'Remove',
      'restore-item': 'Undo',
    },
    saveAgain: 'Save as it is now',
    open: 'Open in your queue',
    tryAgain: 'Try again',
    drop: 'Drop it',
    dropped: 'Dropped',
    saveWindow: 'Save all tabs of this window',
    windowSaved: (count: number) =>
      count === 1
        ? 'One page is being saved by its address.'
        : `${count} pages are being saved by their addresses.`,
    windowRefused: 'The tabs stay unknown to the extension, so nothing was saved.',
    waiting: (count: number) => (count === 1 ? 'One save waits' : `${count} saves wait`),
    options: 'Options',
  },
  options: {
    title: 'Options',
    service: 'Your service',
    address: 'Address',
    addressHint: 'For example https://queue.example.org',
    use: 'Check and use',
    checking: 'Asking the service…',
    found: (origin: string) => `There is a Reading Queue at ${origin}.`,
    readable: 'This address is not encrypted: others in the same network can read along.',
    connected: (origin: string) => `You are signed in to ${origin}.`,
    notConnected: (origin: string) => `You are not signed in to ${origin}.`,
    signIn: 'Sign in',
    signOut: 'Sign out',
    signedOut: 'You are signed out. What waits here is kept.',
    signedOutHere:
      'You are signed out here, but the service could not be told. Revoke the extension on its Agents page.',
    waiting: 'Waiting to be saved',
    nothingWaits: 'Nothing waits. What you save is in your queue.',
    waitsFor: (origin: string) => `for ${origin}, which is not in use`,
    withPage: 'with the page as you saw it',
    next: (time: string) => `next try ${time}`,
    refused: 'refused; it is not tried again by itself',
    tryAgain: 'Try again',
    tryAll: 'Try all again',
    drop: 'Drop',
    tryAgainNamed: (title: string) => `Try again: ${title}`,
    dropNamed: (title: string) => `Drop: ${title}`,
    learns: 'The service learns of a page only when you save it.',
  },
}

/** What went wrong, in plain words that say what to do. */
export function tell({ code, detail }: Pick<Failure, 'code' | 'detail'>): string {
  switch (code) {
    case 'bad_address':
      return 'This is not an address. It looks like https://queue.example.org.'
    case 'plain_address':
      return 'Use https: over http everyone on the way could read your queue. Plain http is taken for this computer and private networks.'
    case 'offline':
      return 'You are offline.'
    case 'unreachable':
      return 'The service can’t be reached. Is the address right, and is it running?'
    case 'slow':
      return 'The service took too long to answer.'
    case 'certificate':
      return 'No secure connection came about. Either nothing answers there, or the browser does not trust its certificate: open the address in a tab to see which.'
    case 'cors':
      return 'Something answers there but does not let the extension read it: another site, or a proxy that drops CORS headers.'
    case 'redirected':
      return 'This address leads on to another one. Use the one where you end up in a tab.'
    case 'not_the_service':
      return 'What answers at this address is not a Reading Queue.'
    case 'other_issuer':
      return `The service there calls itself ${detail}. Use that address.`
    case 'not_connected':
      return detail === ''
        ? 'Not connected: access was not approved.'
        : `Not connected: the service said ${detail}.`
    case 'wrong_answer':
      return 'Not connected: the answer did not belong to this sign-in. Try again.'
    case 'signed_out':
      return 'You are not signed in to the service.'
    case 'busy':
      return detail === '' ? 'The service is busy or being restarted.' : `The service is busy: ${detail}`
    case 'too_large':
      return 'The service finds this too large.'
    case 'refused':
      return detail
    case 'no_page':
      return 'Only web pages can be saved.'
    case 'gone':
      return detail === '' ? 'It is no longer there.' : detail
    case 'stopped':
      return 'The browser stopped the extension before it was done. Try again.'
  }
}
