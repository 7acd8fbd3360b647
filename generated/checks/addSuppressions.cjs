// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["emails"],"properties":{"emails":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":100}}}},"required":["requestBody"]};

function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.requestBody === undefined) && (missing0 = "requestBody")){
validate0.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema0.required,parentSchema:schema0,data}];
return false;
}
else {
if(data.requestBody !== undefined){
let data0 = data.requestBody;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((data0.emails === undefined) && (missing1 = "emails")){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.required,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.emails !== undefined){
let data1 = data0.emails;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data1)){
if(data1.length > 100){
validate0.errors = [{instancePath:instancePath+"/requestBody/emails",schemaPath:"#/properties/requestBody/properties/emails/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.requestBody.properties.emails,data:data1}];
return false;
}
else {
if(data1.length < 1){
validate0.errors = [{instancePath:instancePath+"/requestBody/emails",schemaPath:"#/properties/requestBody/properties/emails/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.properties.requestBody.properties.emails,data:data1}];
return false;
}
else {
var valid2 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs6 = errors;
if(typeof data2 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/emails/" + i0,schemaPath:"#/properties/requestBody/properties/emails/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.emails.items.type,parentSchema:schema0.properties.requestBody.properties.emails.items,data:data2}];
return false;
}
var valid2 = _errs6 === errors;
if(!valid2){
break;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/emails",schemaPath:"#/properties/requestBody/properties/emails/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.emails.type,parentSchema:schema0.properties.requestBody.properties.emails,data:data1}];
return false;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.type,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
}
}
}
}
else {
validate0.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.type,parentSchema:schema0,data}];
return false;
}
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};
return module.exports
})({}),
require("./getJwks.parameters.cjs")(words),
]
