// Made by `npm run generate`.
module.exports = words => [
require("./sendEmailByEmail.body.cjs")(words),
require("./sendEmailByEmail.parameters.cjs")(words),
]
