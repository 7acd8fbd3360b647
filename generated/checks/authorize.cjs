// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"path":{"type":"object","additionalProperties":false,"properties":{},"required":[]},"query":{"type":"object","properties":{"client_id":{"type":"string","minLength":1},"response_type":{"type":"string","enum":["code"]},"redirect_uri":{"type":"string","format":"uri","minLength":1},"scope":{"type":"string","pattern":"^(?: *(?:full_access|emails:send)(?: +(?:full_access|emails:send))* *)?$"},"state":{"type":"string","maxLength":1024},"code_challenge":{"type":"string","pattern":"^[A-Za-z0-9_-]{43}$"},"code_challenge_method":{"type":"string","enum":["S256"]},"dpop_jkt":{"type":"string","pattern":"^[A-Za-z0-9_-]{43}$"},"request_uri":{"type":"string"},"resource":{"type":"array","items":{"type":"string"}}},"additionalProperties":false,"required":["client_id","response_type","redirect_uri","code_challenge","code_challenge_method"]},"header":{"type":"object","additionalProperties":true,"properties":{},"required":[]},"cookie":{"type":"object","additionalProperties":true,"properties":{},"required":[]}},"required":["query"]};
const func0 = Object.prototype.hasOwnProperty;
const func1 = words.isShorterThan;
const func3 = words.isLongerThan;
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
if((data.query === undefined) && (missing0 = "query")){
validate0.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema0.required,parentSchema:schema0,data}];
return false;
}
else {
if(data.path !== undefined){
let data0 = data.path;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const key0 in data0){
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.path,data:data0}];
return false;
break;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.path.type,parentSchema:schema0.properties.path,data:data0}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.query !== undefined){
let data1 = data.query;
const _errs5 = errors;
if(errors === _errs5){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if((((((data1.client_id === undefined) && (missing1 = "client_id")) || ((data1.response_type === undefined) && (missing1 = "response_type"))) || ((data1.redirect_uri === undefined) && (missing1 = "redirect_uri"))) || ((data1.code_challenge === undefined) && (missing1 = "code_challenge"))) || ((data1.code_challenge_method === undefined) && (missing1 = "code_challenge_method"))){
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.query.required,parentSchema:schema0.properties.query,data:data1}];
return false;
}
else {
const _errs7 = errors;
for(const key1 in data1){
if(!(func0.call(schema0.properties.query.properties, key1))){
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.query,data:data1}];
return false;
break;
}
}
if(_errs7 === errors){
if(data1.client_id !== undefined){
let data2 = data1.client_id;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data2 === "string"){
if(func1(data2, 1)){
validate0.errors = [{instancePath:instancePath+"/query/client_id",schemaPath:"#/properties/query/properties/client_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.query.properties.client_id,data:data2}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/client_id",schemaPath:"#/properties/query/properties/client_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.client_id.type,parentSchema:schema0.properties.query.properties.client_id,data:data2}];
return false;
}
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.response_type !== undefined){
let data3 = data1.response_type;
const _errs10 = errors;
if(typeof data3 !== "string"){
validate0.errors = [{instancePath:instancePath+"/query/response_type",schemaPath:"#/properties/query/properties/response_type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.response_type.type,parentSchema:schema0.properties.query.properties.response_type,data:data3}];
return false;
}
if(!(data3 === "code")){
validate0.errors = [{instancePath:instancePath+"/query/response_type",schemaPath:"#/properties/query/properties/response_type/enum",keyword:"enum",params:{allowedValues: schema0.properties.query.properties.response_type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.query.properties.response_type.enum,parentSchema:schema0.properties.query.properties.response_type,data:data3}];
return false;
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.redirect_uri !== undefined){
let data4 = data1.redirect_uri;
const _errs12 = errors;
if(errors === _errs12){
if(errors === _errs12){
if(typeof data4 === "string"){
if(func1(data4, 1)){
validate0.errors = [{instancePath:instancePath+"/query/redirect_uri",schemaPath:"#/properties/query/properties/redirect_uri/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.query.properties.redirect_uri,data:data4}];
return false;
}
else {
if(!(formats0(data4))){
validate0.errors = [{instancePath:instancePath+"/query/redirect_uri",schemaPath:"#/properties/query/properties/redirect_uri/format",keyword:"format",params:{format: "uri"},message:"must match format \""+"uri"+"\"",schema:"uri",parentSchema:schema0.properties.query.properties.redirect_uri,data:data4}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/redirect_uri",schemaPath:"#/properties/query/properties/redirect_uri/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.redirect_uri.type,parentSchema:schema0.properties.query.properties.redirect_uri,data:data4}];
return false;
}
}
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.scope !== undefined){
let data5 = data1.scope;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data5 === "string"){
if(!pattern0.test(data5)){
validate0.errors = [{instancePath:instancePath+"/query/scope",schemaPath:"#/properties/query/properties/scope/pattern",keyword:"pattern",params:{pattern: "^(?: *(?:full_access|emails:send)(?: +(?:full_access|emails:send))* *)?$"},message:"must match pattern \""+"^(?: *(?:full_access|emails:send)(?: +(?:full_access|emails:send))* *)?$"+"\"",schema:"^(?: *(?:full_access|emails:send)(?: +(?:full_access|emails:send))* *)?$",parentSchema:schema0.properties.query.properties.scope,data:data5}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/scope",schemaPath:"#/properties/query/properties/scope/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.scope.type,parentSchema:schema0.properties.query.properties.scope,data:data5}];
return false;
}
}
var valid1 = _errs14 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.state !== undefined){
let data6 = data1.state;
const _errs16 = errors;
if(errors === _errs16){
if(typeof data6 === "string"){
if(func3(data6, 1024)){
validate0.errors = [{instancePath:instancePath+"/query/state",schemaPath:"#/properties/query/properties/state/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema0.properties.query.properties.state,data:data6}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/state",schemaPath:"#/properties/query/properties/state/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.state.type,parentSchema:schema0.properties.query.properties.state,data:data6}];
return false;
}
}
var valid1 = _errs16 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.code_challenge !== undefined){
let data7 = data1.code_challenge;
const _errs18 = errors;
if(errors === _errs18){
if(typeof data7 === "string"){
if(!pattern1.test(data7)){
validate0.errors = [{instancePath:instancePath+"/query/code_challenge",schemaPath:"#/properties/query/properties/code_challenge/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{43}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{43}$"+"\"",schema:"^[A-Za-z0-9_-]{43}$",parentSchema:schema0.properties.query.properties.code_challenge,data:data7}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/code_challenge",schemaPath:"#/properties/query/properties/code_challenge/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.code_challenge.type,parentSchema:schema0.properties.query.properties.code_challenge,data:data7}];
return false;
}
}
var valid1 = _errs18 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.code_challenge_method !== undefined){
let data8 = data1.code_challenge_method;
const _errs20 = errors;
if(typeof data8 !== "string"){
validate0.errors = [{instancePath:instancePath+"/query/code_challenge_method",schemaPath:"#/properties/query/properties/code_challenge_method/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.code_challenge_method.type,parentSchema:schema0.properties.query.properties.code_challenge_method,data:data8}];
return false;
}
if(!(data8 === "S256")){
validate0.errors = [{instancePath:instancePath+"/query/code_challenge_method",schemaPath:"#/properties/query/properties/code_challenge_method/enum",keyword:"enum",params:{allowedValues: schema0.properties.query.properties.code_challenge_method.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.query.properties.code_challenge_method.enum,parentSchema:schema0.properties.query.properties.code_challenge_method,data:data8}];
return false;
}
var valid1 = _errs20 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.dpop_jkt !== undefined){
let data9 = data1.dpop_jkt;
const _errs22 = errors;
if(errors === _errs22){
if(typeof data9 === "string"){
if(!pattern1.test(data9)){
validate0.errors = [{instancePath:instancePath+"/query/dpop_jkt",schemaPath:"#/properties/query/properties/dpop_jkt/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{43}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{43}$"+"\"",schema:"^[A-Za-z0-9_-]{43}$",parentSchema:schema0.properties.query.properties.dpop_jkt,data:data9}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/dpop_jkt",schemaPath:"#/properties/query/properties/dpop_jkt/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.dpop_jkt.type,parentSchema:schema0.properties.query.properties.dpop_jkt,data:data9}];
return false;
}
}
var valid1 = _errs22 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.request_uri !== undefined){
let data10 = data1.request_uri;
const _errs24 = errors;
if(typeof data10 !== "string"){
validate0.errors = [{instancePath:instancePath+"/query/request_uri",schemaPath:"#/properties/query/properties/request_uri/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.request_uri.type,parentSchema:schema0.properties.query.properties.request_uri,data:data10}];
return false;
}
var valid1 = _errs24 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.resource !== undefined){
let data11 = data1.resource;
const _errs26 = errors;
if(errors === _errs26){
if(Array.isArray(data11)){
var valid2 = true;
const len0 = data11.length;
for(let i0=0; i0<len0; i0++){
let data12 = data11[i0];
const _errs28 = errors;
if(typeof data12 !== "string"){
validate0.errors = [{instancePath:instancePath+"/query/resource/" + i0,schemaPath:"#/properties/query/properties/resource/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.resource.items.type,parentSchema:schema0.properties.query.properties.resource.items,data:data12}];
return false;
}
var valid2 = _errs28 === errors;
if(!valid2){
break;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/resource",schemaPath:"#/properties/query/properties/resource/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.query.properties.resource.type,parentSchema:schema0.properties.query.properties.resource,data:data11}];
return false;
}
}
var valid1 = _errs26 === errors;
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
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.query.type,parentSchema:schema0.properties.query,data:data1}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.header !== undefined){
let data13 = data.header;
const _errs30 = errors;
if(errors === _errs30){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
}
else {
validate0.errors = [{instancePath:instancePath+"/header",schemaPath:"#/properties/header/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.header.type,parentSchema:schema0.properties.header,data:data13}];
return false;
}
}
var valid0 = _errs30 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cookie !== undefined){
let data14 = data.cookie;
const _errs33 = errors;
if(errors === _errs33){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
}
else {
validate0.errors = [{instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.cookie.type,parentSchema:schema0.properties.cookie,data:data14}];
return false;
}
}
var valid0 = _errs33 === errors;
}
else {
var valid0 = true;
}
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
]
