// Made by `npm run generate`.
module.exports = words => [
require("./removeApiKey.parameters.cjs")(words),
]
