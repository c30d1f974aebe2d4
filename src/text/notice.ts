/** A message shown once, on the page that follows a form: what was done, or what was wrong with it. */
export type Notice = {
  kind: 'done' | 'mistake'
  text: string
  /** The field that was wrong; the notice describes it. */
  field?: string | undefined
  /** The submitted values, to fill in again, and the form they came from; never a password. */
  values?: NoticeValues | undefined
  /** The passages that a quote may mean, where it was not clear. */
  candidates?: QuotedPassage[] | undefined
}

/** A passage by its words, with what stands before and after it. */
export type QuotedPassage = { exact: string; prefix: string; suffix: string }

/** `form` and `item` name the action's form; `undo` and `redo` the number of the change to undo. */
export type NoticeValues = { form?: string; item?: string; undo?: string; redo?: string } & Record<
  string,
  string
>
