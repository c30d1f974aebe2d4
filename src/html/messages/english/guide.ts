import { html } from '../../html.ts'

/** A first article for somebody new. */
export const guide = {
  title: 'How Reading Queue works',
  offer: 'Start with the guide',
  offerText: 'It becomes the first article of your queue. Two minutes to read.',
  keep: 'Save this guide',
  keepText: 'It becomes an article of your queue.',
  text: html`<p>
      Reading Queue keeps what you want to read, as clean articles in one list that your agents can help with.
      This guide is one of them: an ordinary article that you can highlight, snooze, mark as read or remove.
    </p>
    <h2>Save</h2>
    <p>
      Press <kbd>c</kbd> anywhere, or paste a link onto your list. A bookmark in your browser or the share
      sheet of your phone saves the page you’re looking at: <a href="/share">set them up once</a>. You can
      also <a href="/import">import what you saved in another app</a>. Each page is cleaned up for reading and
      kept, so that it stays readable when the original is gone.
    </p>
    <h2>Read</h2>
    <p>
      The toolbar has the size, typeface and theme of the text, and can read it aloud. Your place is
      remembered. Select words to highlight them and to add a note. When you’re done, mark the article as
      read; what can wait, snooze, and it comes back on the day you choose.
    </p>
    <p>All of this has keys. Press <kbd>?</kbd> to see them.</p>
    <h2>Find</h2>
    <p>
      Search looks through titles, tags, notes and the text of every article. A search that you save stays in
      the sidebar, like a list of its own.
    </p>
    <h2>Share it with an agent</h2>
    <p>
      <a href="/connect">Connect Claude, ChatGPT or another agent</a>, and it can save, sort and summarise for
      you. You approve it first, you see what it did and why, and you can pause it or let it only suggest.
    </p>
    <h2>Undo</h2>
    <p>
      Every change, yours or an agent’s, can be undone: right away in the message that tells you about it, or
      later in
      <a href="/history">your activity</a>. What you remove stays in the trash for 30 days.
    </p>`,
}
