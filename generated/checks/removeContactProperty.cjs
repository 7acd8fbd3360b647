// Made by `npm run generate`.
module.exports = words => [
require("./getContactProperty.parameters.cjs")(words),
]
