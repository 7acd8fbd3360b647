// Made by `npm run generate`.
module.exports = words => [
require("./getSuppression.parameters.cjs")(words),
]
