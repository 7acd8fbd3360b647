// Formats the tables that the bench prints.

/** Prints a figure, its target, and whether the target is met. */
export function printAim(name: string, value: number, unit: string, aim: number, met: boolean): void {
  console.log(line(name, `${value.toFixed(0)} ${unit}`, '', '', `${aim} ${met ? 'met' : 'MISSED'}`))
}

/** A line with a name, and cells to its right. */
export function line(name: string, ...cells: string[]): string {
  return name.padEnd(28) + cells.map(cell => cell.padStart(12)).join('')
}
