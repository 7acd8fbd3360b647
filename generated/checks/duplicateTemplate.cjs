// Made by `npm run generate`.
module.exports = words => [
require("./getTemplate.parameters.cjs")(words),
]
