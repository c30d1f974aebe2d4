import type { Handler } from 'hono'
import { saveAppearanceSettings } from '../../accounts/appearance-settings.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { withFlash } from '../../http/flash.ts'
import { acceptedLanguage } from '../../http/language.ts'
import { readForm } from '../../http/form.ts'
import { returnPath } from '../../http/return-path.ts'
import { signedIn } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'
import { changeLanguage } from '../../text/language.ts'

/** `POST /settings`: keeps what the form chose of how pages look; fields that it does not have stay. */
export function settingsSubmission(services: Services): Handler {
  return signedIn(services, async (c, { session, formToken }) => {
    const form = await readForm(c, services, { session })
    const settings = await saveAppearanceSettings(services.db, session.accountId, form)
    // What is said of it is shown in the language that was chosen.
    changeLanguage(settings.language === 'browser' ? acceptedLanguage(c) : settings.language)
    const notice = { kind: 'done', text: allMessages.reader.settings.saved } as const
    return c.redirect(withFlash(services, formToken, { path: returnPath(form['return']), notice }), 303)
  })
}
