// Proposes which columns of a file contain which fields and properties of contacts, by the usual names of columns.
import type { ColumnMap } from './layout.ts'

/** Usual names in English, German, French, Spanish and Portuguese, without accents, spaces and punctuation. */
const USUAL_NAMES = {
  email:
    'email emailaddress mail mailaddress emailadresse mailadresse courriel adresseemail adressemail adresseelectronique ' +
    'correo correoelectronico direcciondecorreo correioeletronico enderecodeemail',
  first_name:
    'firstname givenname forename vorname prenom nombre nombredepila primernombre nome primeironome nomeproprio',
  last_name:
    'lastname surname familyname nachname familienname zuname nom nomdefamille apellido apellidos sobrenome apelido',
  unsubscribed: 'unsubscribed optout optedout',
  phone:
    'phone phonenumber telephone tel mobile mobilephone mobilenumber cell cellphone telefon telefonnummer handy ' +
    'handynummer mobil mobiltelefon numerodetelephone portable telefono numerodetelefono movil celular telefone telemovel ' +
    'numerodetelefone',
  company:
    'company companyname organization organisation business employer firma firmenname unternehmen entreprise societe ' +
    'empresa compania organizacion companhia organizacao',
  city: 'city town stadt ort wohnort ville ciudad localidad cidade localidade',
  plan: 'plan tier subscription subscriptionplan tarif abo abonnement forfait formule tarifa suscripcion plano assinatura',
}

type Field = 'email' | 'first_name' | 'last_name' | 'unsubscribed'
const FIELDS: readonly Field[] = ['email', 'first_name', 'last_name', 'unsubscribed']

const NAMES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(USUAL_NAMES).map(([subject, names]) => [subject, new Set(names.split(' '))]),
)

/** The name without accents, case, spaces and punctuation. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** Whether both are usual names of the same property. */
function haveOneMeaning(key: string, name: string): boolean {
  return [...NAMES.values()].some(names => names.has(plain(key)) && names.has(name))
}

/**
 * Proposes a map for the columns of a file.
 * @param keys The keys of the team's contact properties.
 * @returns For each field and property, the first column with its name or one of its usual names. A name shared by several
 * columns is omitted.
 */
export function guessColumns(columns: readonly string[], keys: readonly string[]): ColumnMap {
  const fields = new Map<string, string>()
  const properties = new Map<string, string>()
  const names = columns
    .filter(column => columns.indexOf(column) === columns.lastIndexOf(column))
    .map(column => ({ column, name: plain(column) }))
    .filter(({ name }) => name !== '')
  const isUsed = (column: string): boolean => [...fields.values(), ...properties.values()].some(used => used === column)
  const assign = (to: Map<string, string>, key: string, matches: (name: string) => boolean): void => {
    if (to.has(key)) return
    const match = names.find(({ column, name }) => matches(name) && !isUsed(column))
    if (match) to.set(key, match.column)
  }
  for (const key of keys) assign(properties, key, name => name === plain(key))
  for (const field of FIELDS) assign(fields, field, name => NAMES.get(field)!.has(name))
  for (const key of keys) assign(properties, key, name => haveOneMeaning(key, name))
  const mapped = [...properties].map(([key, column]) => [key, { column }] as const)
  return { ...Object.fromEntries(fields), ...(mapped.length > 0 && { properties: Object.fromEntries(mapped) }) }
}
