// Prints the responses of a client as one line of JSON, which the harness checks. Placed next to every TypeScript
// driver.

/** A response of type `any` or `unknown` is not typed. */
type Known<T> = { [Name in keyof T]: unknown extends T[Name] ? never : T[Name] }

/** Does not compile if a generator lost the type of one of the responses. */
export function report<T extends object>(answers: T & Known<T>): void {
  console.log(JSON.stringify(answers))
}
