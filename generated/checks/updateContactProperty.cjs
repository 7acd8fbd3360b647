// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","properties":{"fallback_value":{"anyOf":[{"type":"string"},{"type":["number","null"],"format":"double"}]},"key":{"type":"string"},"type":{"type":"string"}}}},"required":["requestBody"]};
const formats0 = require("ajv-formats/dist/formats").fullFormats.double;

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
if(data0.fallback_value !== undefined){
let data1 = data0.fallback_value;
const _errs4 = errors;
const _errs5 = errors;
let valid2 = false;
const _errs6 = errors;
if(typeof data1 !== "string"){
const err0 = {instancePath:instancePath+"/requestBody/fallback_value",schemaPath:"#/properties/requestBody/properties/fallback_value/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.fallback_value.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.fallback_value.anyOf[0],data:data1};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs6 === errors;
valid2 = valid2 || _valid0;
const _errs8 = errors;
if((!(typeof data1 == "number")) && (data1 !== null)){
const err1 = {instancePath:instancePath+"/requestBody/fallback_value",schemaPath:"#/properties/requestBody/properties/fallback_value/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.fallback_value.anyOf[1].type},message:"must be number,null",schema:schema0.properties.requestBody.properties.fallback_value.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.fallback_value.anyOf[1],data:data1};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(errors === _errs8){
if(typeof data1 == "number"){
if(!(formats0.validate(data1))){
const err2 = {instancePath:instancePath+"/requestBody/fallback_value",schemaPath:"#/properties/requestBody/properties/fallback_value/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.properties.requestBody.properties.fallback_value.anyOf[1],data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
var _valid0 = _errs8 === errors;
valid2 = valid2 || _valid0;
if(!valid2){
const err3 = {instancePath:instancePath+"/requestBody/fallback_value",schemaPath:"#/properties/requestBody/properties/fallback_value/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.fallback_value.anyOf,parentSchema:schema0.properties.requestBody.properties.fallback_value,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.key !== undefined){
let data2 = data0.key;
const _errs10 = errors;
if(typeof data2 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/key",schemaPath:"#/properties/requestBody/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.key.type,parentSchema:schema0.properties.requestBody.properties.key,data:data2}];
return false;
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.type !== undefined){
let data3 = data0.type;
const _errs12 = errors;
if(typeof data3 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/type",schemaPath:"#/properties/requestBody/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.type.type,parentSchema:schema0.properties.requestBody.properties.type,data:data3}];
return false;
}
var valid1 = _errs12 === errors;
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
require("./getContactProperty.parameters.cjs")(words),
]
