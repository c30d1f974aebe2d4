/** A message shown once, on the page after a form is submitted: the result or the error. */
export type Notice = {
  kind: 'done' | 'mistake'
  text: string
  /** The invalid field, which the notice describes. */
  field?: string | undefined
  /** The submitted values, to fill in again, and their form; never a password. */
  values?: NoticeValues | undefined
  /** The passages that an ambiguous quote may refer to. */
  candidates?: QuotedPassage[] | undefined
}

/** The text of a passage, with the text before and after it: the fields of `highlight-item` that identify it. */
export type QuotedPassage = { quote: string; prefix: string; suffix: string }

/**
 * The submitted fields, and four of our own: `form` and `item` identify the form of an action, `undo` and `redo` the
 * change to undo.
 */
export type NoticeValues = { form?: string; item?: string; undo?: string; redo?: string } & Record<
  string,
  string
>
