// Says what a client was answered, as one line of JSON that the harness judges. Lies beside every driver in TypeScript.

/** An answer whose type is `any` or `unknown` is no typed answer. */
type Known<T> = { [Name in keyof T]: unknown extends T[Name] ? never : T[Name] }

/** Does not compile when a generator lost the type of one of the answers. */
export function report<T extends object>(answers: T & Known<T>): void {
  console.log(JSON.stringify(answers))
}
