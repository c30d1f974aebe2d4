import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'

/** The hidden field with the CSRF token. */
export function formTokenField(formToken: string): Fragment {
  return html`<input type="hidden" name="form_token" value="${formToken}" />`
}

/** The hidden field with the path to redirect to afterwards. */
export function returnField(path: string): Fragment {
  return html`<input type="hidden" name="return" value="${path}" />`
}
