// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["response_type","redirect_uri","code_challenge","code_challenge_method"],"properties":{"client_id":{"type":"string","minLength":1},"client_secret":{"type":"string","x-secret":true},"response_type":{"type":"string","enum":["code"]},"redirect_uri":{"type":"string","minLength":1,"format":"uri"},"scope":{"type":"string","pattern":"^(?: *(?:full_access|emails:send)(?: +(?:full_access|emails:send))* *)?$"},"state":{"type":"string","maxLength":1024},"code_challenge":{"type":"string","pattern":"^[A-Za-z0-9_-]{43}$"},"code_challenge_method":{"type":"string","enum":["S256"]},"dpop_jkt":{"type":"string","pattern":"^[A-Za-z0-9_-]{43}$"}}}},"required":["requestBody"]};
const func0 = words.isShorterThan;
const func2 = words.isLongerThan;
const formats0 = require("ajv-formats/dist/formats").fullFormats.uri;
const pattern0 = new RegExp("^(?: *(?:full_access|emails:send)(?: +(?:full_access|emails:send))* *)?$", "u");
const pattern1 = new RegExp("^[A-Za-z0-9_-]{43}$", "u");

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
if(((((data0.response_type === undefined) && (missing1 = "response_type")) || ((data0.redirect_uri === undefined) && (missing1 = "redirect_uri"))) || ((data0.code_challenge === undefined) && (missing1 = "code_challenge"))) || ((data0.code_challenge_method === undefined) && (missing1 = "code_challenge_method"))){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.required,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
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
if(data0.response_type !== undefined){
let data3 = data0.response_type;
const _errs8 = errors;
if(typeof data3 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/response_type",schemaPath:"#/properties/requestBody/properties/response_type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.response_type.type,parentSchema:schema0.properties.requestBody.properties.response_type,data:data3}];
return false;
}
if(!(data3 === "code")){
validate0.errors = [{instancePath:instancePath+"/requestBody/response_type",schemaPath:"#/properties/requestBody/properties/response_type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.response_type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.response_type.enum,parentSchema:schema0.properties.requestBody.properties.response_type,data:data3}];
return false;
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.redirect_uri !== undefined){
let data4 = data0.redirect_uri;
const _errs10 = errors;
if(errors === _errs10){
if(errors === _errs10){
if(typeof data4 === "string"){
if(func0(data4, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/redirect_uri",schemaPath:"#/properties/requestBody/properties/redirect_uri/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.redirect_uri,data:data4}];
return false;
}
else {
if(!(formats0(data4))){
validate0.errors = [{instancePath:instancePath+"/requestBody/redirect_uri",schemaPath:"#/properties/requestBody/properties/redirect_uri/format",keyword:"format",params:{format: "uri"},message:"must match format \""+"uri"+"\"",schema:"uri",parentSchema:schema0.properties.requestBody.properties.redirect_uri,data:data4}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/redirect_uri",schemaPath:"#/properties/requestBody/properties/redirect_uri/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.redirect_uri.type,parentSchema:schema0.properties.requestBody.properties.redirect_uri,data:data4}];
return false;
}
}
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.scope !== undefined){
let data5 = data0.scope;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data5 === "string"){
if(!pattern0.test(data5)){
validate0.errors = [{instancePath:instancePath+"/requestBody/scope",schemaPath:"#/properties/requestBody/properties/scope/pattern",keyword:"pattern",params:{pattern: "^(?: *(?:full_access|emails:send)(?: +(?:full_access|emails:send))* *)?$"},message:"must match pattern \""+"^(?: *(?:full_access|emails:send)(?: +(?:full_access|emails:send))* *)?$"+"\"",schema:"^(?: *(?:full_access|emails:send)(?: +(?:full_access|emails:send))* *)?$",parentSchema:schema0.properties.requestBody.properties.scope,data:data5}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/scope",schemaPath:"#/properties/requestBody/properties/scope/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.scope.type,parentSchema:schema0.properties.requestBody.properties.scope,data:data5}];
return false;
}
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.state !== undefined){
let data6 = data0.state;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data6 === "string"){
if(func2(data6, 1024)){
validate0.errors = [{instancePath:instancePath+"/requestBody/state",schemaPath:"#/properties/requestBody/properties/state/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema0.properties.requestBody.properties.state,data:data6}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/state",schemaPath:"#/properties/requestBody/properties/state/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.state.type,parentSchema:schema0.properties.requestBody.properties.state,data:data6}];
return false;
}
}
var valid1 = _errs14 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.code_challenge !== undefined){
let data7 = data0.code_challenge;
const _errs16 = errors;
if(errors === _errs16){
if(typeof data7 === "string"){
if(!pattern1.test(data7)){
validate0.errors = [{instancePath:instancePath+"/requestBody/code_challenge",schemaPath:"#/properties/requestBody/properties/code_challenge/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{43}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{43}$"+"\"",schema:"^[A-Za-z0-9_-]{43}$",parentSchema:schema0.properties.requestBody.properties.code_challenge,data:data7}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/code_challenge",schemaPath:"#/properties/requestBody/properties/code_challenge/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.code_challenge.type,parentSchema:schema0.properties.requestBody.properties.code_challenge,data:data7}];
return false;
}
}
var valid1 = _errs16 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.code_challenge_method !== undefined){
let data8 = data0.code_challenge_method;
const _errs18 = errors;
if(typeof data8 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/code_challenge_method",schemaPath:"#/properties/requestBody/properties/code_challenge_method/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.code_challenge_method.type,parentSchema:schema0.properties.requestBody.properties.code_challenge_method,data:data8}];
return false;
}
if(!(data8 === "S256")){
validate0.errors = [{instancePath:instancePath+"/requestBody/code_challenge_method",schemaPath:"#/properties/requestBody/properties/code_challenge_method/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.code_challenge_method.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.code_challenge_method.enum,parentSchema:schema0.properties.requestBody.properties.code_challenge_method,data:data8}];
return false;
}
var valid1 = _errs18 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.dpop_jkt !== undefined){
let data9 = data0.dpop_jkt;
const _errs20 = errors;
if(errors === _errs20){
if(typeof data9 === "string"){
if(!pattern1.test(data9)){
validate0.errors = [{instancePath:instancePath+"/requestBody/dpop_jkt",schemaPath:"#/properties/requestBody/properties/dpop_jkt/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{43}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{43}$"+"\"",schema:"^[A-Za-z0-9_-]{43}$",parentSchema:schema0.properties.requestBody.properties.dpop_jkt,data:data9}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/dpop_jkt",schemaPath:"#/properties/requestBody/properties/dpop_jkt/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.dpop_jkt.type,parentSchema:schema0.properties.requestBody.properties.dpop_jkt,data:data9}];
return false;
}
}
var valid1 = _errs20 === errors;
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
