// Made by `npm run generate`.
module.exports = words => (module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["token"],"properties":{"token":{"type":"string","minLength":1,"x-secret":true},"token_type_hint":{"type":"string"},"client_id":{"type":"string"},"client_secret":{"type":"string","x-secret":true},"client_assertion_type":{"type":"string"},"client_assertion":{"type":"string","x-secret":true}}}},"required":["requestBody"]};
const func0 = words.isShorterThan;

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
if((data0.token === undefined) && (missing1 = "token")){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.required,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.token !== undefined){
let data1 = data0.token;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func0(data1, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/token",schemaPath:"#/properties/requestBody/properties/token/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.token,data:data1}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/token",schemaPath:"#/properties/requestBody/properties/token/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.token.type,parentSchema:schema0.properties.requestBody.properties.token,data:data1}];
return false;
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.token_type_hint !== undefined){
let data2 = data0.token_type_hint;
const _errs6 = errors;
if(typeof data2 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/token_type_hint",schemaPath:"#/properties/requestBody/properties/token_type_hint/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.token_type_hint.type,parentSchema:schema0.properties.requestBody.properties.token_type_hint,data:data2}];
return false;
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.client_id !== undefined){
let data3 = data0.client_id;
const _errs8 = errors;
if(typeof data3 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_id",schemaPath:"#/properties/requestBody/properties/client_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.client_id.type,parentSchema:schema0.properties.requestBody.properties.client_id,data:data3}];
return false;
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.client_secret !== undefined){
let data4 = data0.client_secret;
const _errs10 = errors;
if(typeof data4 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_secret",schemaPath:"#/properties/requestBody/properties/client_secret/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.client_secret.type,parentSchema:schema0.properties.requestBody.properties.client_secret,data:data4}];
return false;
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.client_assertion_type !== undefined){
let data5 = data0.client_assertion_type;
const _errs12 = errors;
if(typeof data5 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_assertion_type",schemaPath:"#/properties/requestBody/properties/client_assertion_type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.client_assertion_type.type,parentSchema:schema0.properties.requestBody.properties.client_assertion_type,data:data5}];
return false;
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.client_assertion !== undefined){
let data6 = data0.client_assertion;
const _errs14 = errors;
if(typeof data6 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_assertion",schemaPath:"#/properties/requestBody/properties/client_assertion/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.client_assertion.type,parentSchema:schema0.properties.requestBody.properties.client_assertion,data:data6}];
return false;
}
var valid1 = _errs14 === errors;
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
})({})
