// Exceptions to the architecture rules. These lists only get shorter: no entry may be added, and the test requires the
// removal of entries that are no longer needed.

/** Files that import each other, even if only for types. */
export const CYCLES: string[] = []

/** Names that several modules export with different meanings or for different layers. */
export const HOMONYMS: string[] = []

/** Functions of more than 70 lines. */
export const LONG_FUNCTIONS: string[] = []

/** Functions that await and have no verb in their name. */
export const NO_VERBS: string[] = []

/** Modules that depend on themselves at run time. */
export const MODULES_IN_CYCLES: string[] = []

/** Modules that depend on themselves, including type imports. */
export const MODULES_IN_TYPE_CYCLES: string[] = []

/** Files that import from a layer above their own. */
export const UPWARD: string[] = []
