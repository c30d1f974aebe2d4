import { SOURCES } from '../../library/sources.ts'
import type { Source } from '../../library/sources/source.ts'
import type { Notice } from '../../text/notice.ts'
import type { Fragment } from '../fragment.ts'
import { html } from '../html.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { textField } from '../parts/field.ts'
import { formTokenField } from '../parts/form-token.ts'

const messages = allMessages.imports.source

/** The name of the form in a notice. */
const FORM = 'service'

/** A form for each service whose links can be read from its server. */
export function serviceForms(formToken: string, notice: Notice | undefined): Fragment {
  const wrong = mistakeIn(notice)
  return html`<section aria-labelledby="service">
    <h2 id="service">${messages.heading}</h2>
    <p>${messages.lead}</p>
    <div class="folds">
      ${SOURCES.map((source) => {
        const own = wrong?.values?.['service'] === source.name ? wrong : undefined
        return html`<details name="service" ${attributes({ open: own && true })}>
          <summary class="icon-chevron">${source.title}</summary>
          <form class="fold service-form" method="post" action="/import/service">
            ${formTokenField(formToken)}
            <input type="hidden" name="service" value="${source.name}" />
            ${textField({
              name: 'address',
              id: `${source.name}-address`,
              type: 'text',
              label: messages.address,
              hint: messages.addressHint,
              autocomplete: 'off',
              value: own?.values?.['address'],
              isWrong: own?.field === 'address',
            })}
            ${secretFields(source, own)}
            <button class="button main">${messages.read}</button>
          </form>
        </details>`
      })}
    </div>
  </section>`
}

/** The form by which an interrupted import goes on. */
export function continueForm(
  { id, name, address }: { id: string; name: string; address: string },
  formToken: string,
  notice: Notice | undefined,
): Fragment {
  const source = SOURCES.find((known) => known.name === name)
  return html`<section aria-labelledby="go-on">
    <h2 id="go-on">${messages.interruptedHeading}</h2>
    <p>${messages.interruptedText(html`<bdi>${address}</bdi>`)}</p>
    <form class="service-form" method="post" action="/import/${id}/service">
      ${formTokenField(formToken)} ${source && secretFields(source, mistakeIn(notice))}
      <button class="button main">${messages.goOn}</button>
    </form>
  </section>`
}

function secretFields(source: Source, wrong: Notice | undefined): Fragment {
  return html`${source.secrets.map((name, index) =>
    textField({
      name,
      id: `${source.name}-${name}`,
      type: name === 'client_id' || name === 'username' ? 'text' : 'password',
      label: messages.secrets[name],
      hint: index === 0 ? messages.hints[source.name] : undefined,
      autocomplete: 'off',
      isWrong: index === 0 && wrong?.field === 'secret',
    }),
  )}`
}

function mistakeIn(notice: Notice | undefined): Notice | undefined {
  return notice?.kind === 'mistake' && notice.values?.form === FORM ? notice : undefined
}
