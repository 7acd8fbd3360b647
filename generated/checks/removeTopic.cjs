// Made by `npm run generate`.
module.exports = words => [
require("./getTopic.parameters.cjs")(words),
]
