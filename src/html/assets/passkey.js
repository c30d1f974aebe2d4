// Creates and uses passkeys: fetches the options, asks the browser, and submits the credential in the form.

const decode = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )
const encode = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** For browsers without PublicKeyCredential.parse…OptionsFromJSON. */
function parseOptions(options) {
  const parsed = { ...options, challenge: decode(options.challenge) }
  if (options.user) parsed.user = { ...options.user, id: decode(options.user.id) }
  for (const list of ['allowCredentials', 'excludeCredentials']) {
    if (options[list]) parsed[list] = options[list].map((known) => ({ ...known, id: decode(known.id) }))
  }
  return parsed
}

/** For browsers without PublicKeyCredential.toJSON. */
function toJson(credential) {
  const { id, type, response, authenticatorAttachment } = credential
  const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']
  const encoded = parts.filter((name) => response[name]).map((name) => [name, encode(response[name])])
  const transports = response.getTransports?.() ?? []
  return {
    id,
    rawId: id,
    type,
    authenticatorAttachment,
    clientExtensionResults: credential.getClientExtensionResults?.() ?? {},
    response: { ...Object.fromEntries(encoded), transports },
  }
}

async function fetchOptions(form) {
  const body = new URLSearchParams({ form_token: form.elements.form_token.value })
  const response = await fetch(form.dataset.options, {
    method: 'POST',
    body,
    headers: { accept: 'application/json' },
  })
  if (!response.ok) throw new Error((await response.json()).detail ?? form.dataset.noResponse)
  return response.json()
}

async function requestCredential(form, more) {
  const options = await fetchOptions(form)
  if (form.dataset.passkey === 'registration') {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON?.(options) ?? parseOptions(options)
    return navigator.credentials.create({ publicKey, ...more })
  }
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON?.(options) ?? parseOptions(options)
  return navigator.credentials.get({ publicKey, ...more })
}

function send(form, credential) {
  form.elements.credential.value = JSON.stringify(credential.toJSON?.() ?? toJson(credential))
  form.submit()
}

/** Shows an error beside the button; nothing if the person cancelled. */
function showError(form, error) {
  const { unused, known, failed } = form.dataset
  const words = { NotAllowedError: unused, AbortError: '', InvalidStateError: known }
  form.querySelector('[role=status]').textContent =
    words[error.name] ?? failed.replace('#', () => error.message)
}

let offer = new AbortController()

/** Offers passkeys among the browser's suggestions for the email field, again before the challenge expires. */
async function offerInField(form) {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  for (;;) {
    offer = new AbortController()
    const { signal } = offer
    const renewal = setTimeout(() => offer.abort('renew'), 4 * 60 * 1000)
    try {
      return send(form, await requestCredential(form, { mediation: 'conditional', signal }))
    } catch {
      if (signal.reason !== 'renew') return
    } finally {
      clearTimeout(renewal)
    }
  }
}

if (window.PublicKeyCredential) {
  for (const form of document.querySelectorAll('form[data-passkey]')) {
    form.hidden = false
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      offer.abort('asked')
      showError(form, new DOMException('', 'AbortError'))
      try {
        send(form, await requestCredential(form, {}))
      } catch (error) {
        showError(form, error)
      }
    })
    if (form.dataset.passkey === 'authentication') offerInField(form)
  }
}
