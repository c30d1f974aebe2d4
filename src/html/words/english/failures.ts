import { html } from 'hono/html'
import type { FailureCode } from '../../../failure.ts'
import type { Slot } from '../format/slot.ts'

const notOffered = 'The app asked in a way that is not offered'

/** The texts of pages that say why something was refused. What exactly was wrong, the failure itself says. */
export const failures = {
  titles: {
    malformed: 'This address or form cannot be read',
    invalid_input: 'Something in the form is wrong',
    not_found: 'There is nothing here',
    method_not_allowed: 'This is not possible here',
    not_acceptable: 'This page has no other form',
    unsupported_type: 'The form came in a way that cannot be read',
    too_large: 'That is too much at once',
    too_many_requests: 'Too many attempts',
    busy: 'Busy just now',
    unauthorized: 'You are not signed in',
    paused: 'This agent is paused',
    wrong_credentials: 'You could not be signed in',
    email_taken: 'The account could not be made',
    sign_up_closed: 'No new accounts here',
    account_disabled: 'This account is disabled',
    cross_site: 'Nothing was changed',
    unsupported_link: 'This link cannot be saved',
    not_offered: 'This is not possible now',
    quota_exceeded: 'Your account is full',
    changed_meanwhile: 'The item has changed meanwhile',
    gone: 'This is not kept any more',
    invalid_request: 'The app’s request is not complete',
    invalid_client: 'This app is not known here',
    client_authentication: 'This app is not known here',
    invalid_grant: 'This permission is no longer valid',
    invalid_target: 'The app asked for another service',
    invalid_redirect_uri: 'The app’s return address cannot be used',
    invalid_client_metadata: 'The app’s registration cannot be used',
    unsupported_grant_type: notOffered,
    unsupported_response_type: notOffered,
    request_not_supported: notOffered,
    request_uri_not_supported: notOffered,
    access_denied: 'Access was denied',
  } satisfies Record<FailureCode, string>,
  toQueue: 'Go to your queue',
  fault: {
    title: 'Something went wrong on our side',
    detail: (id: string) =>
      `It has been noted as ${id}. Go back and try again; if it happens again, tell whoever runs this service.`,
  },
  stopped: {
    code: 'Error code:',
    back: 'Go back to the app',
    follow: 'Go to the app’s address',
    leads: (host: Slot) =>
      html`The app can also be told at ${host}. Nobody has checked this address; go there only if you know it.`,
    wayOut: 'Close this page and start again in the app. If it happens again, tell whoever makes the app.',
  },
}
