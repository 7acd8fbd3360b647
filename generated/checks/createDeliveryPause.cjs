// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["scope"],"properties":{"scope":{"type":"string","enum":["all","destination","sender","relay"]},"name":{"maxLength":253,"type":["string","null"]},"reason":{"minLength":1,"maxLength":300,"type":["string","null"]}}}},"required":["requestBody"]};
const func0 = words.isLongerThan;
const func2 = words.isShorterThan;

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
if((data0.scope === undefined) && (missing1 = "scope")){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.required,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.scope !== undefined){
let data1 = data0.scope;
const _errs4 = errors;
if(typeof data1 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/scope",schemaPath:"#/properties/requestBody/properties/scope/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.scope.type,parentSchema:schema0.properties.requestBody.properties.scope,data:data1}];
return false;
}
if(!((((data1 === "all") || (data1 === "destination")) || (data1 === "sender")) || (data1 === "relay"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/scope",schemaPath:"#/properties/requestBody/properties/scope/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.scope.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.scope.enum,parentSchema:schema0.properties.requestBody.properties.scope,data:data1}];
return false;
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.name !== undefined){
let data2 = data0.name;
const _errs6 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/name",schemaPath:"#/properties/requestBody/properties/name/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.name.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.name.type,parentSchema:schema0.properties.requestBody.properties.name,data:data2}];
return false;
}
if(errors === _errs6){
if(typeof data2 === "string"){
if(func0(data2, 253)){
validate0.errors = [{instancePath:instancePath+"/requestBody/name",schemaPath:"#/properties/requestBody/properties/name/maxLength",keyword:"maxLength",params:{limit: 253},message:"must NOT have more than 253 characters",schema:253,parentSchema:schema0.properties.requestBody.properties.name,data:data2}];
return false;
}
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.reason !== undefined){
let data3 = data0.reason;
const _errs8 = errors;
if((typeof data3 !== "string") && (data3 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/reason",schemaPath:"#/properties/requestBody/properties/reason/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.reason.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.reason.type,parentSchema:schema0.properties.requestBody.properties.reason,data:data3}];
return false;
}
if(errors === _errs8){
if(typeof data3 === "string"){
if(func0(data3, 300)){
validate0.errors = [{instancePath:instancePath+"/requestBody/reason",schemaPath:"#/properties/requestBody/properties/reason/maxLength",keyword:"maxLength",params:{limit: 300},message:"must NOT have more than 300 characters",schema:300,parentSchema:schema0.properties.requestBody.properties.reason,data:data3}];
return false;
}
else {
if(func2(data3, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/reason",schemaPath:"#/properties/requestBody/properties/reason/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.reason,data:data3}];
return false;
}
}
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
