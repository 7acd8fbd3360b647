// Made by `npm run generate`.
module.exports = words => [
require("./connectEditor.body.cjs")(words),
require("./getJwks.parameters.cjs")(words),
]
