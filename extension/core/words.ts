import type { Failure } from './failure.ts'

/** Every text of the extension. */
export const words = {
  name: 'Reading Queue',
  description: 'Save the page you see to your reading queue.',
  menu: {
    page: 'Save this page to Reading Queue',
    link: 'Save this link to Reading Queue',
    selection: 'Save this page with the selected text as a note',
  },
  popup: {
    saving: 'Saving…',
    saved: 'Saved',
    again: 'Already in your queue',
    removed: 'Removed',
    queued: 'Waiting to be sent',
    refused: 'Not saved',
    signedOut: 'Not signed in',
    leftOut: {
      too_large:
        'The page is too large to send, so only its address was saved. The service will fetch the page itself.',
      no_answer:
        'The page didn’t respond, so only its address was saved. The service will fetch the page itself.',
      outbox_full: 'Too many pages are waiting here already, so only the address is stored.',
    },
    states: {
      unread: 'Unread',
      read: 'Read',
      snoozed: 'Snoozed',
      removed: 'In the trash',
      favourite: 'Favourite',
    },
    queuedUntilReachable: 'It will be sent as soon as the service can be reached.',
    queuedUntilSignedIn: 'The page is stored here and will be saved once you’ve signed in.',
    signIn: 'Sign in',
    signingIn: 'Approve in the window that opens.',
    tags: 'Tags',
    tagsHint: 'Separated by commas',
    newTag: 'Add a tag',
    addTag: 'Add',
    removeTag: (tag: string) => `Remove the tag ${tag}`,
    note: 'Note',
    saveNote: 'Save note',
    noteSaved: 'Note saved',
    tagsAndNote: 'Tags and note',
    saveChanges: 'Save changes',
    actions: {
      'mark-read': 'Mark as read',
      'mark-unread': 'Mark as unread',
      'favourite-item': 'Favourite',
      'unfavourite-item': 'Remove from favourites',
      'remove-item': 'Remove',
      'restore-item': 'Undo',
    },
    saveAgain: 'Save again',
    open: 'Open in your queue',
    tryAgain: 'Try again',
    discard: 'Discard',
    discarded: 'Discarded',
    saveWindow: 'Save all tabs of this window',
    windowSaved: (count: number) =>
      count === 1 ? 'Saving 1 page by its address.' : `Saving ${count} pages by their addresses.`,
    windowRefused: 'The extension isn’t allowed to see your tabs, so nothing was saved.',
    waiting: (count: number) => `${count} waiting`,
    options: 'Options',
  },
  options: {
    title: 'Options',
    service: 'Your service',
    address: 'Address',
    addressHint: 'For example https://queue.example.org',
    use: 'Check and use',
    checking: 'Checking the address…',
    found: (origin: string) => `There is a Reading Queue at ${origin}.`,
    unencrypted: 'This address isn’t encrypted: others on the same network can read your queue.',
    connected: (origin: string) => `You’re signed in to ${origin}.`,
    notConnected: (origin: string) => `You’re not signed in to ${origin}.`,
    signIn: 'Sign in',
    signOut: 'Sign out',
    signedOut: 'You’re signed out. Pages that wait here stay here.',
    signedOutHere:
      'You’re signed out here, but the service couldn’t be reached. Revoke the extension on its Agents page.',
    waiting: 'Waiting to be saved',
    nothingWaits: 'Nothing is waiting.',
    waitsFor: (origin: string) => `for ${origin}, which is not in use`,
    withPage: 'with the page as you saw it',
    next: (time: string) => `next try ${time}`,
    refused: 'refused; it won’t be tried again automatically',
    tryAgain: 'Try again',
    tryAll: 'Try all again',
    discard: 'Discard',
    tryAgainNamed: (title: string) => `Try again: ${title}`,
    discardNamed: (title: string) => `Discard: ${title}`,
    privacy: 'The service only learns about a page when you save it.',
  },
}

/** What went wrong, and what to do about it. */
export function describeFailure({ code, detail }: Pick<Failure, 'code' | 'detail'>): string {
  switch (code) {
    case 'bad_address':
      return 'Enter a full address, like https://queue.example.org.'
    case 'plain_address':
      return 'Use https: over http, others could read your queue. Plain http is only accepted for this computer and private networks.'
    case 'offline':
      return 'You’re offline.'
    case 'unreachable':
      return 'The service can’t be reached. Check the address, and that the service is running.'
    case 'slow':
      return 'The service took too long to answer.'
    case 'certificate':
      return 'The secure connection failed. Either nothing answers there, or the browser doesn’t trust its certificate: open the address in a tab to see which.'
    case 'cors':
      return 'Something answers there, but doesn’t let the extension read it: another site, or a proxy that drops CORS headers.'
    case 'redirected':
      return 'This address redirects to another one. Open it in a tab, and use the address you end up at.'
    case 'not_the_service':
      return 'There is no Reading Queue at this address.'
    case 'other_issuer':
      return `The service there has the address ${detail}. Use that one.`
    case 'not_connected':
      return detail === ''
        ? 'Not connected: access was not approved.'
        : `Not connected: the service said ${detail}.`
    case 'wrong_answer':
      return 'Not connected: the response didn’t belong to this sign-in. Try again.'
    case 'signed_out':
      return 'You’re not signed in to the service.'
    case 'busy':
      return detail === '' ? 'The service is busy or restarting.' : `The service is busy: ${detail}`
    case 'too_large':
      return 'This is too large for the service.'
    case 'refused':
      return detail
    case 'no_page':
      return 'Only web pages can be saved.'
    case 'gone':
      return detail === '' ? 'It no longer exists.' : detail
    case 'stopped':
      return 'The browser stopped the extension before it was done. Try again.'
  }
}
