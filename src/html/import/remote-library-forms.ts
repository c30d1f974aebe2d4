import { REMOTE_LIBRARIES } from '../../library/remote-libraries.ts'
import type { RemoteLibrary } from '../../library/remote-libraries/remote-library.ts'
import type { Notice } from '../../text/notice.ts'
import type { Fragment } from '../fragment.ts'
import { html } from '../html.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { textField } from '../parts/field.ts'
import { formTokenField } from '../parts/form-token.ts'

const messages = allMessages.imports.remoteLibrary

/** The name of the form in a notice. */
const FORM = 'service'

/** A form for each kind of remote library. */
export function remoteLibraryForms(formToken: string, notice: Notice | undefined): Fragment {
  const wrong = mistakeIn(notice)
  return html`<h2 id="service">${messages.heading}</h2>
    <p class="hint">${messages.lead}</p>
    <div class="folds">
      ${REMOTE_LIBRARIES.map((library) => {
        const own = wrong?.values?.['service'] === library.name ? wrong : undefined
        return html`<details name="service" ${attributes({ open: own && true })}>
          <summary class="icon-chevron">${library.title}</summary>
          <form class="fold service-form" method="post" action="/import/service">
            ${formTokenField(formToken)}
            <input type="hidden" name="service" value="${library.name}" />
            ${textField({
              name: 'address',
              id: `${library.name}-address`,
              type: 'text',
              label: messages.address,
              hint: messages.addressHint,
              autocomplete: 'off',
              value: own?.values?.['address'],
              isWrong: own?.field === 'address',
            })}
            ${credentialFields(library, own)}
            <button class="button main">${messages.read}</button>
          </form>
        </details>`
      })}
    </div>`
}

/** The form that resumes an interrupted import. */
export function continueForm(
  { id, name, address }: { id: string; name: string; address: string },
  formToken: string,
  notice: Notice | undefined,
): Fragment {
  const library = REMOTE_LIBRARIES.find((known) => known.name === name)
  return html`<section aria-labelledby="go-on">
    <h2 id="go-on">${messages.interruptedHeading}</h2>
    <p>${messages.interruptedText(html`<bdi>${address}</bdi>`)}</p>
    <form class="service-form" method="post" action="/import/${id}/service">
      ${formTokenField(formToken)} ${library && credentialFields(library, mistakeIn(notice))}
      <button class="button main">${messages.resume}</button>
    </form>
  </section>`
}

function credentialFields(library: RemoteLibrary, wrong: Notice | undefined): Fragment {
  return html`${library.credentials.map((name, index) =>
    textField({
      name,
      id: `${library.name}-${name}`,
      type: name === 'client_id' || name === 'username' ? 'text' : 'password',
      label: messages.credentials[name],
      hint: index === 0 ? messages.hints[library.name] : undefined,
      autocomplete: 'off',
      isWrong: index === 0 && wrong?.field === 'secret',
    }),
  )}`
}

function mistakeIn(notice: Notice | undefined): Notice | undefined {
  return notice?.kind === 'mistake' && notice.values?.form === FORM ? notice : undefined
}
