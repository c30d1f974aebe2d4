import type { Fragment } from '../fragment.ts'
import { textField } from './field.ts'
import type { Notice } from './notice.ts'

/** The field for the code that tells the owner from a passer-by. */
export function setUpCodeField(notice: Notice | undefined): Fragment {
  return textField({
    name: 'set_up_code',
    label: 'Set-up code',
    type: 'text',
    autocomplete: 'off',
    hint: 'The server printed it when it started. It tells you from a passer-by.',
    isWrong: notice?.field === 'set_up_code',
  })
}
