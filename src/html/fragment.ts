/** HTML in which every value is escaped. Only `html` and `raw` make one. */
export class Fragment {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}
