import type { Fragment } from '../fragment.ts'
import { textField } from './field.ts'
import type { Notice } from './notice.ts'
import { allWords } from '../words/words.ts'

const words = allWords.signing.up

/** The field for the code that proves that a visitor runs the service. */
export function setUpCodeField(notice: Notice | undefined): Fragment {
  return textField({
    name: 'set_up_code',
    label: words.code,
    type: 'text',
    autocomplete: 'off',
    hint: words.codeHint,
    isWrong: notice?.field === 'set_up_code',
  })
}
