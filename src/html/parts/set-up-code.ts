import type { Fragment } from '../fragment.ts'
import { textField } from './field.ts'
import type { Notice } from '../../text/notice.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.signing.signUp

/** The field for the code that proves that a visitor runs the service. */
export function setUpCodeField(notice: Notice | undefined): Fragment {
  return textField({
    name: 'set_up_code',
    label: messages.code,
    type: 'text',
    autocomplete: 'off',
    hint: messages.codeHint,
    isWrong: notice?.field === 'set_up_code',
  })
}
