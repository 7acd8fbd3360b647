// Made by `npm run generate`.
module.exports = words => [
require("./introspectToken.body.cjs")(words),
require("./getJwks.parameters.cjs")(words),
]
