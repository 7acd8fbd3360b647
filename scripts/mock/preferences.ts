// What a caller would like to be answered (RFC 7240): `Prefer: code=422, example=missing_required_field`.

export interface Preference {
  code?: string
  example?: string
}

const ITEM = /(?:^|[,;])[ \t]*([\w-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]+))/g

/** The first of each counts; what is unknown is left alone. */
export function preferenceIn(header: string | string[] | undefined): Preference {
  const preference: Preference = {}
  for (const [, name, quoted, plain] of String(header ?? '').matchAll(ITEM)) {
    const key = name!.toLowerCase()
    if (key === 'code' || key === 'example') preference[key] ??= quoted?.replaceAll(/\\(.)/g, '$1') ?? plain!
  }
  return preference
}

/** As the answer repeats it. */
export function written({ code, example }: Preference): string {
  return [
    ...(code === undefined ? [] : [`code=${code}`]),
    ...(example === undefined ? [] : [`example="${example.replaceAll(/["\\]/g, '\\$&')}"`]),
  ].join(', ')
}
