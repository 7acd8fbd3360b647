// The response that a caller prefers (RFC 7240): `Prefer: code=422, example=missing_required_field`.

export interface Preference {
  code?: string
  example?: string
}

const ITEM = /(?:^|[,;])[ \t]*([\w-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]+))/g

/** The first value of each counts; unknown preferences are ignored. */
export function preferenceIn(header: string | string[] | undefined): Preference {
  const preference: Preference = {}
  for (const [, name, quoted, plain] of String(header ?? '').matchAll(ITEM)) {
    const key = name!.toLowerCase()
    if (key === 'code' || key === 'example') preference[key] ??= quoted?.replaceAll(/\\(.)/g, '$1') ?? plain!
  }
  return preference
}

/** As repeated in the response. */
export function written({ code, example }: Preference): string {
  return [
    ...(code === undefined ? [] : [`code=${code}`]),
    ...(example === undefined ? [] : [`example="${example.replaceAll(/["\\]/g, '\\$&')}"`]),
  ].join(', ')
}
