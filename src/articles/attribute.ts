/** An immutable attribute of an element. */
export class Attribute {
  readonly name: string
  readonly value: string

  constructor(name: string, value: string) {
    this.name = name
    this.value = value
  }

  cloneNode(): Attribute {
    return this
  }
}
