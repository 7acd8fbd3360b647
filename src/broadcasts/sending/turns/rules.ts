// Under which names recipients wait.

const ZONE = 'zone:'

export function ofZone(zone: string): string {
  return ZONE + zone
}

export function zoneIn(name: string): string | undefined {
  return name.startsWith(ZONE) ? name.slice(ZONE.length) : undefined
}
