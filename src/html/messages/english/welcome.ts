import type { Slot } from '../format/slot.ts'
import { html } from '../../html.ts'
import { plural } from '../format/plural.ts'

/** The texts of the first steps of a new account. */
export const welcome = {
  title: 'Welcome',
  lead: 'Welcome! Three short steps to get started; you can skip any of them.',
  progress: 'Steps',
  next: 'Continue',
  back: 'Back',
  skipAll: 'Skip all',
  finish: 'Go to your queue',
  stepOf: (step: number, steps: number) => `Step ${step} of ${steps}`,
  /** Before the name of the step that is next. */
  gettingStarted: (step: number, steps: number) => `Getting started, step ${step} of ${steps}:`,
  steps: {
    library: {
      title: 'Bring your links',
      text: 'Paste links from another app, a note or your open tabs.',
    },
    extension: {
      title: 'Save from your browser',
      text: 'Save the page you’re looking at with one click.',
    },
    agent: {
      title: 'Connect an agent',
      text: 'An agent can save, read and tidy your queue once you approve it. You see everything it does and can undo it. These apps can connect from here:',
    },
  },
  library: {
    import: 'Import from another app',
    importText: 'Its export file, with tags and what you have read.',
    placeholder: 'https://example.org/an-article',
    button: 'Save links',
    hint: 'Up to 100 at once. Each page is fetched and cleaned up for reading.',
    saved: (count: string, links: number) =>
      `${count} ${plural(links, 'link is', 'links are')} in your queue. Add more, or continue.`,
  },
  extension: {
    download: 'Download the extension and unpack it.',
    browsers: {
      chrome: {
        title: 'Chrome, Edge and other Chromium browsers',
        steps: [
          'Open chrome://extensions and switch on developer mode.',
          'Choose “Load unpacked” and the unpacked folder.',
        ],
      },
      firefox: {
        title: 'Firefox',
        steps: [
          'Open about:debugging#/runtime/this-firefox and choose “Load Temporary Add-on”.',
          'Choose manifest.json in the unpacked folder. Firefox removes it when it closes.',
        ],
      },
    },
    buildTitle: 'Offer the browser extension here',
    build:
      'There is an extension for Chrome, Edge and Firefox. You run this service, so build it once in its folder. After that, everybody can download it here:',
    bookmarklet: {
      title: 'In every browser',
      text: 'Drag this bookmark to your bookmarks bar. Press it there on any page that you want to read later.',
    },
    phone: {
      title: 'Add your queue to your phone',
      text: 'It’s then in the share sheet of every app.',
    },
  },
  agent: {
    apps: 'Apps that can connect',
    waiting: 'Waiting for an agent to connect…',
    others: (link: (text: string) => Slot) =>
      html`${link('See all apps')} and what the others need first, such as a public address.`,
  },
}
