import { html } from '../../html.ts'
import type { FailureCode } from '../../../failure.ts'
import type { Slot } from '../format/slot.ts'

const notSupported = 'The app asked for something this service doesn’t support'

/** The texts of error pages. The failure's own detail says what exactly was wrong. */
export const failures = {
  titles: {
    malformed: 'We couldn’t read that address or form',
    invalid_input: 'That didn’t work',
    not_found: 'Page not found',
    method_not_allowed: 'That’s not possible here',
    not_acceptable: 'This page is only available as HTML',
    unsupported_type: 'The form was sent in an unsupported format',
    too_large: 'That’s too much at once',
    too_many_requests: 'Too many attempts',
    busy: 'The service is busy',
    unauthorized: 'You are not signed in',
    paused: 'This agent is paused',
    recent_sign_in_required: 'Confirm it’s you',
    wrong_credentials: 'We couldn’t sign you in',
    email_taken: 'We couldn’t create the account',
    sign_up_closed: 'Sign-up is closed',
    account_disabled: 'This account is disabled',
    cross_site: 'Nothing was changed',
    expired: 'That has expired',
    turned_off: 'That’s turned off here',
    conflict: 'That can’t be done now',
    unsupported_link: 'This link can’t be saved',
    not_offered: 'This isn’t available now',
    quota_exceeded: 'Your account is full',
    limit_reached: 'There’s no room for more',
    changed_meanwhile: 'The item has changed in the meantime',
    gone: 'This is no longer available',
    invalid_request: 'The app’s request isn’t valid',
    invalid_client: 'Unknown app',
    client_authentication_unsupported: 'Unknown app',
    invalid_grant: 'This permission is no longer valid',
    invalid_target: 'The app asked for a different service',
    invalid_redirect_uri: 'The app’s return address can’t be used',
    invalid_client_metadata: 'The app’s registration can’t be used',
    unsupported_grant_type: notSupported,
    unsupported_response_type: notSupported,
    request_not_supported: notSupported,
    request_uri_not_supported: notSupported,
    access_denied: 'Access was denied',
    command_refused: 'The command was refused',
  } satisfies Record<FailureCode, string>,
  toQueue: 'Go to your queue',
  expiredForm: {
    title: 'Your session expired',
    detail: 'Nothing was changed; try again.',
    back: 'Back to the page',
  },
  internalError: {
    title: 'Something went wrong on our side',
    detail: (id: string) =>
      `Go back and try again. If it happens again, tell the person who runs this service, and give them this error number: ${id}.`,
  },
  appRequestError: {
    forDeveloper: 'For the app’s developer',
    code: 'Error code:',
    back: 'Go back to the app',
    unknownApp:
      'This service doesn’t know the app that sent you here, or its registration has expired. Nothing was shared.',
    unknownReturn:
      'The app asked to get access at a return address that isn’t registered here. Nothing was shared.',
    follow: 'Go to the app’s address',
    leads: (host: Slot) =>
      html`You can also tell the app, at ${host}. Nobody has verified this address; go there only if you
      recognise it.`,
    advice: 'Close this page and start again in the app. If it happens again, tell the app’s developer.',
  },
}
