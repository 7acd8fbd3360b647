// The fields of a machine-readable report (RFC 3464 2.1, RFC 5965 3): groups of `name: value` lines, with an empty line between
// groups. Parsed strictly and within limits, because any sender can write them.

/** The values of each field, by its name in lower case. */
export type Fields = ReadonlyMap<string, readonly string[]>

const GROUPS_MAX = 100
const FIELDS_MAX = 60
const VALUE_MAX = 1000
const NAME = /^([!-9;-~]{1,76})[ \t]*:(.*)$/

export function parseFieldGroups(text: string): Fields[] {
  const groups: Map<string, string[]>[] = []
  let open: Map<string, string[]> | undefined
  let last: { of: string[]; count: number } | undefined
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') {
      open = last = undefined
      continue
    }
    // a line that starts with a space continues the previous value
    if (/^[ \t]/.test(line) && last) {
      last.of[last.of.length - 1] = `${last.of.at(-1)} ${line.trim()}`.slice(0, VALUE_MAX)
      continue
    }
    const [, name, value] = NAME.exec(line) ?? []
    if (name === undefined) continue
    if (!open) {
      if (groups.length === GROUPS_MAX) break
      groups.push((open = new Map()))
    }
    last = added(open, name.toLowerCase(), value!.trim().slice(0, VALUE_MAX))
  }
  return groups
}

function added(to: Map<string, string[]>, name: string, value: string): { of: string[]; count: number } | undefined {
  const values = to.get(name) ?? []
  if (to.size === FIELDS_MAX || values.length === FIELDS_MAX) return undefined
  values.push(value)
  to.set(name, values)
  return { of: values, count: values.length }
}

export function firstField(fields: Fields, name: string): string | undefined {
  return fields.get(name)?.[0]
}

/** The address of a typed field, such as `rfc822; ana@example.org`, in lower case. */
export function parseTypedAddress(value: string | undefined): string | undefined {
  const [, type, rest] = /^\s*([\w-]{1,30})\s*;\s*(\S.*)$/.exec(value ?? '') ?? []
  if (type === undefined || !/^(?:rfc822|utf-8|unknown|smtp)$/i.test(type)) return undefined
  return parseReportedAddress(rest)
}

/** An address as written in a report, possibly in angle brackets or followed by a comment. */
export function parseReportedAddress(value: string | undefined): string | undefined {
  const bare = /^<?\s*([^\s<>;,"()]{1,190}@[^\s<>;,"()]{1,190}?)\s*>?(?:[\s(].*)?$/.exec(value?.trim() ?? '')?.[1]
  return bare?.toLowerCase().replace(/\.$/, '')
}
