import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'
import { describedBy } from '../parts/field.ts'
import { formTokenField } from '../parts/form-token.ts'
import { allMessages } from '../messages/messages.ts'
import type { ServiceView } from './view.ts'

const { signUp: signUpWords, callbacks: callbackWords, setByEnvironment } = allMessages.service

/** Who can create an account. With an owner, `first` and `closed` mean the same: by invitation. */
export function signUpSection({ person, isRecentlyAuthenticated, signUp }: ServiceView): Fragment {
  const isOpen = signUp.value === 'open'
  const choice = (value: 'open' | 'first', checked: boolean, label: string) =>
    html`<label class="choice"
      ><input${attributes({ type: 'radio', name: 'sign_up', value, checked: checked || undefined })} /><span
        >${label}</span
      ></label
    >`
  return html`<section aria-labelledby="sign-up-heading">
    <h2 id="sign-up-heading">${signUpWords.heading}</h2>
    ${
      isRecentlyAuthenticated && !signUp.isFixed
        ? html`<form class="account-form" method="post" action="/account/service/sign-up">
            ${formTokenField(person.formToken)}
            <fieldset class="setting">
              <legend>${signUpWords.legend}</legend>
              ${choice('first', !isOpen, signUpWords.invited)} ${choice('open', isOpen, signUpWords.open)}
            </fieldset>
            <button class="button quiet">${signUpWords.save}</button>
          </form>`
        : html`<p>${isOpen ? signUpWords.open : signUpWords.invited}.</p>`
    }
    ${signUp.isFixed && html`<p class="hint">${setByEnvironment(html`<code>SIGN_UP</code>`)}</p>`}
  </section>`
}

/** Further redirect URIs that agents may use. */
export function callbackSection({
  person,
  isRecentlyAuthenticated,
  callbacks,
  notice,
}: ServiceView): Fragment {
  const isWrong = notice?.values?.form === 'callbacks'
  const text = isWrong ? (notice?.values?.['callbacks'] ?? '') : callbacks.value.join('\n')
  return html`<section aria-labelledby="callbacks">
    <h2 id="callbacks">${callbackWords.heading}</h2>
    <p>${callbackWords.text}</p>
    ${
      isRecentlyAuthenticated && !callbacks.isFixed
        ? html`<form class="account-form" method="post" action="/account/service/callbacks">
            ${formTokenField(person.formToken)}
            <div class="field">
              <label for="callbacks-field">${callbackWords.field}</label>
              <textarea${attributes({
                id: 'callbacks-field',
                name: 'callbacks',
                rows: '3',
                spellcheck: 'false',
                autocapitalize: 'none',
                ...describedBy(isWrong, 'callbacks-hint'),
              })}>${text}</textarea>
              <p class="hint" id="callbacks-hint">${callbackWords.hint}</p>
            </div>
            <button class="button quiet">${callbackWords.save}</button>
          </form>`
        : callbackList(callbacks.value)
    }
    ${callbacks.isFixed && html`<p class="hint">${setByEnvironment(html`<code>EXTRA_REDIRECT_URIS</code>`)}</p>`}
  </section>`
}

function callbackList(uris: string[]): Fragment {
  if (uris.length === 0) return html`<p>${callbackWords.none}</p>`
  return html`<ul>
    ${uris.map((uri) => html`<li><code>${uri}</code></li>`)}
  </ul>`
}
