// Made by `npm run generate`.
module.exports = words => [
require("./getContact.parameters.cjs")(words),
]
