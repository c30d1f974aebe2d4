import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'

/** The hidden field by which a form proves that it came from a page of ours. */
export function formTokenField(formToken: string): Fragment {
  return html`<input type="hidden" name="form_token" value="${formToken}" />`
}

/** The hidden field that says where to go afterwards: a path of ours. */
export function returnField(path: string): Fragment {
  return html`<input type="hidden" name="return" value="${path}" />`
}
