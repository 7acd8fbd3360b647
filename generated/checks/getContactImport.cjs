// Made by `npm run generate`.
module.exports = words => [
require("./getContactImport.parameters.cjs")(words),
]
