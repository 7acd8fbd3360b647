// Determines the version that a change requires (Semantic Versioning 2.0.0).

export interface Version {
  major: number
  minor: number
  patch: number
}

const FORM = /^v?(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

/** `undefined` if the text is not a released version. */
export function versionOf(text: string): Version | undefined {
  const [, major, minor, patch] = FORM.exec(text) ?? []
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor), patch: Number(patch) }
}

/** The latest of these tags that names a version. */
export function latestOf(tags: string[]): string | undefined {
  const versions = tags.flatMap(tag => {
    const version = versionOf(tag)
    return version ? [{ tag, version }] : []
  })
  return versions.toSorted((a, b) => compared(b.version, a.version))[0]?.tag
}

function compared(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch
}

/**
 * The first version that may contain breaking changes. The rule applies before 1.0.0, too, because clients exist
 * already.
 */
export function nextMajor({ major }: Version): string {
  return `${major + 1}.0.0`
}
