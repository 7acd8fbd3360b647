// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","properties":{"client_id":{"type":"string","minLength":1},"client_secret":{"type":"string","x-secret":true},"scope":{"type":"string","pattern":"^(?: *(?:full_access|emails:send)(?: +(?:full_access|emails:send))* *)?$"}}}},"required":["requestBody"]};
const func0 = words.isShorterThan;
const pattern0 = new RegExp("^(?: *(?:full_access|emails:send)(?: +(?:full_access|emails:send))* *)?$", "u");

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
if(data0.client_id !== undefined){
let data1 = data0.client_id;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func0(data1, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_id",schemaPath:"#/properties/requestBody/properties/client_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.client_id,data:data1}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/client_id",schemaPath:"#/properties/requestBody/properties/client_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.client_id.type,parentSchema:schema0.properties.requestBody.properties.client_id,data:data1}];
return false;
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.client_secret !== undefined){
let data2 = data0.client_secret;
const _errs6 = errors;
if(typeof data2 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_secret",schemaPath:"#/properties/requestBody/properties/client_secret/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.client_secret.type,parentSchema:schema0.properties.requestBody.properties.client_secret,data:data2}];
return false;
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.scope !== undefined){
let data3 = data0.scope;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
validate0.errors = [{instancePath:instancePath+"/requestBody/scope",schemaPath:"#/properties/requestBody/properties/scope/pattern",keyword:"pattern",params:{pattern: "^(?: *(?:full_access|emails:send)(?: +(?:full_access|emails:send))* *)?$"},message:"must match pattern \""+"^(?: *(?:full_access|emails:send)(?: +(?:full_access|emails:send))* *)?$"+"\"",schema:"^(?: *(?:full_access|emails:send)(?: +(?:full_access|emails:send))* *)?$",parentSchema:schema0.properties.requestBody.properties.scope,data:data3}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/scope",schemaPath:"#/properties/requestBody/properties/scope/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.scope.type,parentSchema:schema0.properties.requestBody.properties.scope,data:data3}];
return false;
}
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
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
