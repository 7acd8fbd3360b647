// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["email"],"properties":{"email":{"type":"string"},"first_name":{"type":["string","null"],"maxLength":255},"last_name":{"type":["string","null"],"maxLength":255},"unsubscribed":{"type":"boolean"},"properties":{"type":"object","maxProperties":200,"additionalProperties":{"anyOf":[{"type":"string"},{"type":"number","format":"double"},{"type":["boolean","null"]}]}}}}},"required":["requestBody"]};
const func0 = words.isLongerThan;
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
let missing1;
if((data0.email === undefined) && (missing1 = "email")){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.required,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.email !== undefined){
let data1 = data0.email;
const _errs4 = errors;
if(typeof data1 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/email",schemaPath:"#/properties/requestBody/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.email.type,parentSchema:schema0.properties.requestBody.properties.email,data:data1}];
return false;
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.first_name !== undefined){
let data2 = data0.first_name;
const _errs6 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/first_name",schemaPath:"#/properties/requestBody/properties/first_name/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.first_name.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.first_name.type,parentSchema:schema0.properties.requestBody.properties.first_name,data:data2}];
return false;
}
if(errors === _errs6){
if(typeof data2 === "string"){
if(func0(data2, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/first_name",schemaPath:"#/properties/requestBody/properties/first_name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.first_name,data:data2}];
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
if(data0.last_name !== undefined){
let data3 = data0.last_name;
const _errs8 = errors;
if((typeof data3 !== "string") && (data3 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/last_name",schemaPath:"#/properties/requestBody/properties/last_name/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.last_name.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.last_name.type,parentSchema:schema0.properties.requestBody.properties.last_name,data:data3}];
return false;
}
if(errors === _errs8){
if(typeof data3 === "string"){
if(func0(data3, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/last_name",schemaPath:"#/properties/requestBody/properties/last_name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.last_name,data:data3}];
return false;
}
}
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.unsubscribed !== undefined){
let data4 = data0.unsubscribed;
const _errs10 = errors;
if(typeof data4 !== "boolean"){
validate0.errors = [{instancePath:instancePath+"/requestBody/unsubscribed",schemaPath:"#/properties/requestBody/properties/unsubscribed/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.properties.requestBody.properties.unsubscribed.type,parentSchema:schema0.properties.requestBody.properties.unsubscribed,data:data4}];
return false;
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.properties !== undefined){
let data5 = data0.properties;
const _errs12 = errors;
if(errors === _errs12){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(Object.keys(data5).length > 200){
validate0.errors = [{instancePath:instancePath+"/requestBody/properties",schemaPath:"#/properties/requestBody/properties/properties/maxProperties",keyword:"maxProperties",params:{limit: 200},message:"must NOT have more than 200 properties",schema:200,parentSchema:schema0.properties.requestBody.properties.properties,data:data5}];
return false;
}
else {
for(const key0 in data5){
let data6 = data5[key0];
const _errs15 = errors;
const _errs16 = errors;
let valid3 = false;
const _errs17 = errors;
if(typeof data6 !== "string"){
const err0 = {instancePath:instancePath+"/requestBody/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/properties/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.properties.additionalProperties.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.properties.additionalProperties.anyOf[0],data:data6};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs17 === errors;
valid3 = valid3 || _valid0;
const _errs19 = errors;
if(errors === _errs19){
if(typeof data6 == "number"){
if(!(formats0.validate(data6))){
const err1 = {instancePath:instancePath+"/requestBody/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/properties/additionalProperties/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.properties.requestBody.properties.properties.additionalProperties.anyOf[1],data:data6};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/requestBody/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/properties/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema0.properties.requestBody.properties.properties.additionalProperties.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.properties.additionalProperties.anyOf[1],data:data6};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs19 === errors;
valid3 = valid3 || _valid0;
const _errs21 = errors;
if((typeof data6 !== "boolean") && (data6 !== null)){
const err3 = {instancePath:instancePath+"/requestBody/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/properties/additionalProperties/anyOf/2/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.properties.additionalProperties.anyOf[2].type},message:"must be boolean,null",schema:schema0.properties.requestBody.properties.properties.additionalProperties.anyOf[2].type,parentSchema:schema0.properties.requestBody.properties.properties.additionalProperties.anyOf[2],data:data6};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs21 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err4 = {instancePath:instancePath+"/requestBody/properties/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/properties/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.properties.additionalProperties.anyOf,parentSchema:schema0.properties.requestBody.properties.properties.additionalProperties,data:data6};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs16;
if(vErrors !== null){
if(_errs16){
vErrors.length = _errs16;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs15 === errors;
if(!valid2){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/properties",schemaPath:"#/properties/requestBody/properties/properties/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.properties.type,parentSchema:schema0.properties.requestBody.properties.properties,data:data5}];
return false;
}
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
}
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
require("./getAudience.parameters.cjs")(words),
]
