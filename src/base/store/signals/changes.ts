// Which fields of a record have another value now, for those who look up later what was changed.

/** By the names of the fields. */
export type FieldChanges = Readonly<Record<string, readonly [before: Shown, after: Shown]>>

type Shown = string | number | boolean | readonly string[] | null | undefined

/** Those of these fields that differ. None of them may be a secret. */
export function changesOf<Name extends string>(
  before: Readonly<Record<Name, Shown>>,
  after: Readonly<Record<Name, Shown>>,
  ...names: readonly Name[]
): FieldChanges {
  const changed = names.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(changed.map(name => [name, [before[name], after[name]]]))
}
