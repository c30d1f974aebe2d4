import type { Handler } from 'hono'
import { invitationUrl, createInvitation, withdrawInvitation } from '../../accounts/invitations.ts'
import { allWords } from '../../html/words/words.ts'
import { textOf } from '../../http/form.ts'
import type { Services } from '../../services.ts'
import { saveExtraRedirectUris, saveSignUp } from '../../settings/service-settings.ts'
import { ownerForm, SERVICE_PATH } from './owner-form.ts'

const words = allWords.service

/** `POST /account/service/sign-up`. */
export function signUpModeSubmission(services: Services): Handler {
  return ownerForm(services, {
    path: () => SERVICE_PATH,
    name: 'sign-up',
    async work(form) {
      const mode = await saveSignUp(services.db, services.config, textOf(form, 'sign_up'))
      return { text: words.signUp.done[mode] }
    },
  })
}

/** `POST /account/service/callbacks`. */
export function callbacksSubmission(services: Services): Handler {
  return ownerForm(services, {
    path: () => SERVICE_PATH,
    name: 'callbacks',
    async work(form) {
      const uris = await saveExtraRedirectUris(services.db, services.config, textOf(form, 'callbacks'))
      return { text: words.callbacks.done(uris.length) }
    },
  })
}

/** `POST /account/service/invitations`: its link is shown once. */
export function invitationSubmission(services: Services): Handler {
  const { db, random, clock, config } = services
  return ownerForm(services, {
    path: () => SERVICE_PATH,
    name: 'invitation',
    async work(form) {
      const secret = await createInvitation(db, random, textOf(form, 'note'), clock.now())
      return { text: words.invitations.done, values: { link: invitationUrl(config, secret) } }
    },
  })
}

/** `POST /account/service/invitations/withdraw`. */
export function invitationWithdrawal(services: Services): Handler {
  return ownerForm(services, {
    path: () => SERVICE_PATH,
    name: 'withdraw',
    async work(form) {
      const isDone = await withdrawInvitation(services.db, textOf(form, 'invitation'))
      return { text: isDone ? words.invitations.withdrawn : words.invitations.gone }
    },
  })
}
