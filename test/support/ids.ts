// Ids of tests that have names: each a UUID, in the order of the names.

/** `anId('a')` is `61000000-0000-0000-0000-000000000000`; a name has 16 bytes at the most. */
export function anId(name: string): string {
  const hex = Buffer.from(name).toString('hex').padEnd(32, '0')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
