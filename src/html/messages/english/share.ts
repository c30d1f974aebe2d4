/** The texts of saving links from other apps and browsers. */
export const share = {
  app: {
    name: 'Reading Queue',
    shortName: 'Queue',
    description: 'The links you want to read later, shared with the agents that act for you.',
    shortcuts: { queue: 'Queue', save: 'Save a link', search: 'Search', offline: 'On this device' },
  },
  save: {
    title: 'Save a link',
    nothing: 'Paste or type the address of what you want to read later.',
    hint: 'Nothing is saved until you press Save.',
    button: 'Save',
    saveFromAnywhere: 'Save from any page or app',
  },
  sessionEnded: {
    title: 'Your session has ended',
    how: 'Nothing was saved yet. Open a new tab to sign in, then come back here and save.',
    signIn: 'Sign in',
  },
  known: {
    before: 'Already in your queue:',
    saved: 'saved',
    states: { unread: 'unread', read: 'read', snoozed: 'snoozed', removed: 'in the trash' },
    again: {
      unread: 'Saving it again moves it to the top.',
      read: 'Saving it again makes it unread and moves it to the top.',
      snoozed: 'Saving it again brings it back to the top of your unread list.',
      removed: 'Saving it again brings it back, unread.',
    },
  },
  saved: {
    title: 'Saved to your queue',
    read: 'Read now',
    back: (site: string) => `Back to ${site}`,
    close: 'You can close this tab now.',
    queue: 'Or go to your queue',
  },
  yourself: {
    heading: 'Save links yourself',
    text: 'Save from any browser, phone or tablet with a tap or two:',
  },
  how: {
    title: 'Save from anywhere',
    lead: 'Send the page you’re looking at to your queue. You confirm each one before it’s saved.',
    bookmarklet: {
      heading: 'In a browser on a computer',
      drag: 'Drag this bookmark to your bookmarks bar:',
      link: 'Save to my queue',
      onlyDrag: 'It does nothing on this page.',
      steps: [
        'If the bookmarks bar is hidden, show it: Ctrl+Shift+B, or ⌘+Shift+B on a Mac. In Safari it is the Favourites Bar, in the View menu.',
        'Drag the bookmark onto the bar.',
        'On a page that you want to read later, press the bookmark. Text that you’ve selected becomes the note.',
      ],
      withoutDragging: 'If you can’t drag it',
      withoutDraggingSteps: 'Bookmark any page, edit that bookmark, and put this in place of its address:',
      code: 'The bookmark’s address',
    },
    android: {
      heading: 'On Android',
      steps: [
        'Open this page in Chrome or another browser that can install web apps.',
        'Open its menu and choose “Add to Home screen”, then “Install”.',
        'In any app choose Share, then Queue.',
      ],
    },
    iphone: {
      heading: 'On an iPhone or iPad',
      lead: 'A Shortcut puts your queue into the share sheet. It takes two minutes, once.',
      steps: [
        'Open the Shortcuts app, press + and name the shortcut “Save to my queue”.',
        'Open its details, the i in a circle, and switch on “Show in Share Sheet”. Let it receive only URLs and Safari web pages.',
        'Add the action “Get URLs from Input”, which takes the Shortcut Input, and below it “URL Encode”.',
        'Add the action “URL” and type the address below, followed by the variable “URL Encoded Text”.',
        'Add the action “Open URLs”.',
        'In any app choose Share, then “Save to my queue”. Sign in the first time.',
      ],
      address: 'The address for the shortcut',
    },
    other: {
      heading: 'From anything else',
      text: 'Anything that can open a web address can save. Add the page’s URL-encoded address to the end of this one; title, tags and note are optional.',
      address: 'The address to open',
    },
  },
}
