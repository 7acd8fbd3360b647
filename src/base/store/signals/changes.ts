// The fields of a record with changed values, for the audit log.

/** Keyed by the name of the field. */
export type FieldChanges = Readonly<Record<string, readonly [before: ShownValue, after: ShownValue]>>

type ShownValue = string | number | boolean | readonly string[] | null | undefined

/** The changed ones of the named fields. None of them may be a secret. */
export function changesOf<Name extends string>(
  before: Readonly<Record<Name, ShownValue>>,
  after: Readonly<Record<Name, ShownValue>>,
  ...names: readonly Name[]
): FieldChanges {
  const changed = names.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(changed.map(name => [name, [before[name], after[name]]]))
}
