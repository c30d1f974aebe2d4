import { html } from 'hono/html'
import { saveLink } from '../../queue/actions/save-link.ts'
import { saveLinks } from '../../queue/actions/save-links.ts'
import { actionForm, wrongTry } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import type { Person } from '../parts/person.ts'
import { attributes } from '../parts/attributes.ts'
import type { Notice } from '../parts/notice.ts'
import { allWords } from '../words/words.ts'

const words = allWords.queue.save

/** Saving one link is at hand; more about it, and saving several, lie behind their titles. */
export function saveBox({ person, returnTo, notice }: BoxUse): Fragment {
  const use = { formToken: person.formToken, returnTo, notice }
  return html`<div class="save">
    ${actionForm(saveLink, {
      ...use,
      folded: words.folded,
      label: words.button,
      placeholders: { url: words.placeholder },
    })}
    <details class="several" ${attributes({ open: wrongTry(saveLinks, use) && true })}>
      <summary>${words.several}</summary>
      ${actionForm(saveLinks, { ...use, look: 'main' })}
    </details>
  </div>`
}

type BoxUse = { person: Person; returnTo: string; notice: Notice | undefined }
