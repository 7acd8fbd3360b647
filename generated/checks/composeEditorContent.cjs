// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["resource_type","resource_id","content"],"properties":{"resource_type":{"type":"string","enum":["broadcast","template"]},"resource_id":{"type":"string","minLength":1,"maxLength":255},"content":{"type":"object","additionalProperties":{}}}}},"required":["requestBody"]};
const func0 = words.isLongerThan;
const func1 = words.isShorterThan;

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
if((((data0.resource_type === undefined) && (missing1 = "resource_type")) || ((data0.resource_id === undefined) && (missing1 = "resource_id"))) || ((data0.content === undefined) && (missing1 = "content"))){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.required,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.resource_type !== undefined){
let data1 = data0.resource_type;
const _errs4 = errors;
if(typeof data1 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/resource_type",schemaPath:"#/properties/requestBody/properties/resource_type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.resource_type.type,parentSchema:schema0.properties.requestBody.properties.resource_type,data:data1}];
return false;
}
if(!((data1 === "broadcast") || (data1 === "template"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/resource_type",schemaPath:"#/properties/requestBody/properties/resource_type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.resource_type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.resource_type.enum,parentSchema:schema0.properties.requestBody.properties.resource_type,data:data1}];
return false;
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.resource_id !== undefined){
let data2 = data0.resource_id;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(func0(data2, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/resource_id",schemaPath:"#/properties/requestBody/properties/resource_id/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.resource_id,data:data2}];
return false;
}
else {
if(func1(data2, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/resource_id",schemaPath:"#/properties/requestBody/properties/resource_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.resource_id,data:data2}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/resource_id",schemaPath:"#/properties/requestBody/properties/resource_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.resource_id.type,parentSchema:schema0.properties.requestBody.properties.resource_id,data:data2}];
return false;
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.content !== undefined){
let data3 = data0.content;
const _errs8 = errors;
if(errors === _errs8){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/content",schemaPath:"#/properties/requestBody/properties/content/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.content.type,parentSchema:schema0.properties.requestBody.properties.content,data:data3}];
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
