// Made by `npm run generate`.
module.exports = words => [
require("./getJwks.parameters.cjs")(words),
]
