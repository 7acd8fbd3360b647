// What a `Tx` refuses that only reads.

export abstract class ReadOnly {
  async run(): Promise<never> {
    throw new Error('Only a unit of work writes')
  }

  put(): never {
    throw new Error('Only a unit of work writes')
  }

  must(): never {
    throw new Error('Only a unit of work writes')
  }

  guard(): never {
    throw new Error('Only a unit of work decides')
  }

  newId(): never {
    throw new Error('Only a unit of work makes something')
  }

  pause(): Promise<void> {
    return new Promise(resolve => void setImmediate(resolve))
  }

  wakeQueue(): void {
    throw new Error('Only a unit of work leaves work behind')
  }

  counted(): void {
    throw new Error('Only a unit of work does something')
  }

  get subscribers(): never {
    throw new Error('Only in a unit of work something happens')
  }
}
