/** What the screenshots show. */
type Screenshot = 'queue' | 'reader' | 'agents' | 'activity'

/** The drawing beside a point. */
type PointIcon = 'inbox' | 'headphones' | 'highlighter' | 'all'

/** The texts of the home page for visitors. */
export const landing = {
  title: 'Welcome',
  heading: 'A reading list you share with your agents',
  lead: 'Save what you want to read, let Claude, ChatGPT or your own scripts help, and undo anything they do. Open source, on a server of your own.',
  stories: [
    {
      screenshot: 'reader',
      title: 'Read in peace',
      text: 'Every page you save is kept as a clean article, with the text size, width and theme you like. It stays readable when the original is gone.',
    },
    {
      screenshot: 'agents',
      title: 'Share it with agents',
      text: 'Approve an agent once, and it can save, search and organise for you. You see who saved what, and why. Pause or revoke one at any time, or let it only suggest.',
    },
    {
      screenshot: 'activity',
      title: 'Take it back',
      text: 'Every change is recorded, yours and theirs. Undo one, undo all of one act, or everything an agent did since yesterday.',
    },
  ] satisfies { screenshot: Screenshot; title: string; text: string }[],
  howAgentsConnect: 'How agents connect',
  /** What else it does, in short. */
  points: [
    {
      icon: 'inbox',
      title: 'Bring what you have',
      text: 'Import from Pocket, Instapaper, Readwise, wallabag, your browser and many others.',
    },
    {
      icon: 'headphones',
      title: 'Read or listen anywhere',
      text: 'On your computer and your phone, without a connection too, or read aloud.',
    },
    {
      icon: 'highlighter',
      title: 'Highlight and find again',
      text: 'Mark passages, add notes, and search the text of everything you saved.',
    },
    {
      icon: 'all',
      title: 'It stays yours',
      text: 'Open source. Export everything as JSON, Markdown or bookmarks whenever you like.',
    },
  ] satisfies { icon: PointIcon; title: string; text: string }[],
  /** Above how to connect an agent. */
  closing: 'Works with the agents you have',
  /** For whoever wants to know more. */
  documents: [
    { path: '/guide', title: 'How Reading Queue works' },
    { path: '/auth.md', title: 'How agents get access' },
    { path: '/llms.txt', title: 'Documents for agents and developers' },
  ],
  /** What the screenshots show, for people who don’t see them. */
  screenshots: {
    queue:
      'The queue: a list of saved articles with their site, reading time and tags. Some were saved by Claude and ChatGPT, with the reason.',
    reader: 'An article in the reader: its title, author and text on a quiet page, with a toolbar above.',
    agents:
      'The Agents page: Claude and ChatGPT with what each did lately, and buttons to pause it, let it only suggest, or revoke it.',
    activity:
      'The Activity page: “Claude tagged 3 items” with a button to undo all of it, above the three changes.',
  } satisfies Record<Screenshot, string>,
}
