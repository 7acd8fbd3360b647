// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["client_name"],"properties":{"client_name":{"type":"string","minLength":1,"maxLength":200,"pattern":"^[^\\S\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f]*$"},"redirect_uris":{"type":"array","items":{"type":"string","minLength":1,"maxLength":2048,"format":"uri"},"maxItems":10},"grant_types":{"type":"array","items":{"type":"string","enum":["authorization_code","refresh_token","urn:ietf:params:oauth:grant-type:device_code"]},"minItems":1},"response_types":{"type":"array","items":{"type":"string","enum":["code"]}},"scope":{"type":"string","pattern":"^(?: *(?:full_access|emails:send)(?: +(?:full_access|emails:send))* *)?$"},"token_endpoint_auth_method":{"type":"string","enum":["none","client_secret_basic","client_secret_post"]},"client_uri":{"maxLength":2048,"pattern":"^[Hh][Tt][Tt][Pp][Ss]?://","format":"uri","type":["string","null"]},"logo_uri":{"maxLength":2048,"pattern":"^[Hh][Tt][Tt][Pp][Ss]?://","format":"uri","type":["string","null"]}}}},"required":["requestBody"]};
const func0 = words.isLongerThan;
const func1 = words.isShorterThan;
const pattern0 = new RegExp("^[^\\S\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f]*$", "u");
const pattern1 = new RegExp("^(?: *(?:full_access|emails:send)(?: +(?:full_access|emails:send))* *)?$", "u");
const pattern2 = new RegExp("^[Hh][Tt][Tt][Pp][Ss]?://", "u");
const formats0 = require("ajv-formats/dist/formats").fullFormats.uri;

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
if((data0.client_name === undefined) && (missing1 = "client_name")){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.required,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.client_name !== undefined){
let data1 = data0.client_name;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func0(data1, 200)){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_name",schemaPath:"#/properties/requestBody/properties/client_name/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters",schema:200,parentSchema:schema0.properties.requestBody.properties.client_name,data:data1}];
return false;
}
else {
if(func1(data1, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_name",schemaPath:"#/properties/requestBody/properties/client_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.client_name,data:data1}];
return false;
}
else {
if(!pattern0.test(data1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_name",schemaPath:"#/properties/requestBody/properties/client_name/pattern",keyword:"pattern",params:{pattern: "^[^\\S\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f]*$"},message:"must match pattern \""+"^[^\\S\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f]*$"+"\"",schema:"^[^\\S\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f]*$",parentSchema:schema0.properties.requestBody.properties.client_name,data:data1}];
return false;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/client_name",schemaPath:"#/properties/requestBody/properties/client_name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.client_name.type,parentSchema:schema0.properties.requestBody.properties.client_name,data:data1}];
return false;
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.redirect_uris !== undefined){
let data2 = data0.redirect_uris;
const _errs6 = errors;
if(errors === _errs6){
if(Array.isArray(data2)){
if(data2.length > 10){
validate0.errors = [{instancePath:instancePath+"/requestBody/redirect_uris",schemaPath:"#/properties/requestBody/properties/redirect_uris/maxItems",keyword:"maxItems",params:{limit: 10},message:"must NOT have more than 10 items",schema:10,parentSchema:schema0.properties.requestBody.properties.redirect_uris,data:data2}];
return false;
}
else {
var valid2 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs8 = errors;
if(errors === _errs8){
if(errors === _errs8){
if(typeof data3 === "string"){
if(func0(data3, 2048)){
validate0.errors = [{instancePath:instancePath+"/requestBody/redirect_uris/" + i0,schemaPath:"#/properties/requestBody/properties/redirect_uris/items/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema0.properties.requestBody.properties.redirect_uris.items,data:data3}];
return false;
}
else {
if(func1(data3, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/redirect_uris/" + i0,schemaPath:"#/properties/requestBody/properties/redirect_uris/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.redirect_uris.items,data:data3}];
return false;
}
else {
if(!(formats0(data3))){
validate0.errors = [{instancePath:instancePath+"/requestBody/redirect_uris/" + i0,schemaPath:"#/properties/requestBody/properties/redirect_uris/items/format",keyword:"format",params:{format: "uri"},message:"must match format \""+"uri"+"\"",schema:"uri",parentSchema:schema0.properties.requestBody.properties.redirect_uris.items,data:data3}];
return false;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/redirect_uris/" + i0,schemaPath:"#/properties/requestBody/properties/redirect_uris/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.redirect_uris.items.type,parentSchema:schema0.properties.requestBody.properties.redirect_uris.items,data:data3}];
return false;
}
}
}
var valid2 = _errs8 === errors;
if(!valid2){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/redirect_uris",schemaPath:"#/properties/requestBody/properties/redirect_uris/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.redirect_uris.type,parentSchema:schema0.properties.requestBody.properties.redirect_uris,data:data2}];
return false;
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.grant_types !== undefined){
let data4 = data0.grant_types;
const _errs10 = errors;
if(errors === _errs10){
if(Array.isArray(data4)){
if(data4.length < 1){
validate0.errors = [{instancePath:instancePath+"/requestBody/grant_types",schemaPath:"#/properties/requestBody/properties/grant_types/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.properties.requestBody.properties.grant_types,data:data4}];
return false;
}
else {
var valid3 = true;
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
let data5 = data4[i1];
const _errs12 = errors;
if(typeof data5 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/grant_types/" + i1,schemaPath:"#/properties/requestBody/properties/grant_types/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.grant_types.items.type,parentSchema:schema0.properties.requestBody.properties.grant_types.items,data:data5}];
return false;
}
if(!(((data5 === "authorization_code") || (data5 === "refresh_token")) || (data5 === "urn:ietf:params:oauth:grant-type:device_code"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/grant_types/" + i1,schemaPath:"#/properties/requestBody/properties/grant_types/items/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.grant_types.items.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.grant_types.items.enum,parentSchema:schema0.properties.requestBody.properties.grant_types.items,data:data5}];
return false;
}
var valid3 = _errs12 === errors;
if(!valid3){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/grant_types",schemaPath:"#/properties/requestBody/properties/grant_types/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.grant_types.type,parentSchema:schema0.properties.requestBody.properties.grant_types,data:data4}];
return false;
}
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.response_types !== undefined){
let data6 = data0.response_types;
const _errs14 = errors;
if(errors === _errs14){
if(Array.isArray(data6)){
var valid4 = true;
const len2 = data6.length;
for(let i2=0; i2<len2; i2++){
let data7 = data6[i2];
const _errs16 = errors;
if(typeof data7 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/response_types/" + i2,schemaPath:"#/properties/requestBody/properties/response_types/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.response_types.items.type,parentSchema:schema0.properties.requestBody.properties.response_types.items,data:data7}];
return false;
}
if(!(data7 === "code")){
validate0.errors = [{instancePath:instancePath+"/requestBody/response_types/" + i2,schemaPath:"#/properties/requestBody/properties/response_types/items/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.response_types.items.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.response_types.items.enum,parentSchema:schema0.properties.requestBody.properties.response_types.items,data:data7}];
return false;
}
var valid4 = _errs16 === errors;
if(!valid4){
break;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/response_types",schemaPath:"#/properties/requestBody/properties/response_types/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.response_types.type,parentSchema:schema0.properties.requestBody.properties.response_types,data:data6}];
return false;
}
}
var valid1 = _errs14 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.scope !== undefined){
let data8 = data0.scope;
const _errs18 = errors;
if(errors === _errs18){
if(typeof data8 === "string"){
if(!pattern1.test(data8)){
validate0.errors = [{instancePath:instancePath+"/requestBody/scope",schemaPath:"#/properties/requestBody/properties/scope/pattern",keyword:"pattern",params:{pattern: "^(?: *(?:full_access|emails:send)(?: +(?:full_access|emails:send))* *)?$"},message:"must match pattern \""+"^(?: *(?:full_access|emails:send)(?: +(?:full_access|emails:send))* *)?$"+"\"",schema:"^(?: *(?:full_access|emails:send)(?: +(?:full_access|emails:send))* *)?$",parentSchema:schema0.properties.requestBody.properties.scope,data:data8}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/scope",schemaPath:"#/properties/requestBody/properties/scope/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.scope.type,parentSchema:schema0.properties.requestBody.properties.scope,data:data8}];
return false;
}
}
var valid1 = _errs18 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.token_endpoint_auth_method !== undefined){
let data9 = data0.token_endpoint_auth_method;
const _errs20 = errors;
if(typeof data9 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/token_endpoint_auth_method",schemaPath:"#/properties/requestBody/properties/token_endpoint_auth_method/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.token_endpoint_auth_method.type,parentSchema:schema0.properties.requestBody.properties.token_endpoint_auth_method,data:data9}];
return false;
}
if(!(((data9 === "none") || (data9 === "client_secret_basic")) || (data9 === "client_secret_post"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/token_endpoint_auth_method",schemaPath:"#/properties/requestBody/properties/token_endpoint_auth_method/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.token_endpoint_auth_method.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.token_endpoint_auth_method.enum,parentSchema:schema0.properties.requestBody.properties.token_endpoint_auth_method,data:data9}];
return false;
}
var valid1 = _errs20 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.client_uri !== undefined){
let data10 = data0.client_uri;
const _errs22 = errors;
if((typeof data10 !== "string") && (data10 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_uri",schemaPath:"#/properties/requestBody/properties/client_uri/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.client_uri.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.client_uri.type,parentSchema:schema0.properties.requestBody.properties.client_uri,data:data10}];
return false;
}
if(errors === _errs22){
if(errors === _errs22){
if(typeof data10 === "string"){
if(func0(data10, 2048)){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_uri",schemaPath:"#/properties/requestBody/properties/client_uri/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema0.properties.requestBody.properties.client_uri,data:data10}];
return false;
}
else {
if(!pattern2.test(data10)){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_uri",schemaPath:"#/properties/requestBody/properties/client_uri/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://"},message:"must match pattern \""+"^[Hh][Tt][Tt][Pp][Ss]?://"+"\"",schema:"^[Hh][Tt][Tt][Pp][Ss]?://",parentSchema:schema0.properties.requestBody.properties.client_uri,data:data10}];
return false;
}
else {
if(!(formats0(data10))){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_uri",schemaPath:"#/properties/requestBody/properties/client_uri/format",keyword:"format",params:{format: "uri"},message:"must match format \""+"uri"+"\"",schema:"uri",parentSchema:schema0.properties.requestBody.properties.client_uri,data:data10}];
return false;
}
}
}
}
}
}
var valid1 = _errs22 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.logo_uri !== undefined){
let data11 = data0.logo_uri;
const _errs24 = errors;
if((typeof data11 !== "string") && (data11 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/logo_uri",schemaPath:"#/properties/requestBody/properties/logo_uri/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.logo_uri.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.logo_uri.type,parentSchema:schema0.properties.requestBody.properties.logo_uri,data:data11}];
return false;
}
if(errors === _errs24){
if(errors === _errs24){
if(typeof data11 === "string"){
if(func0(data11, 2048)){
validate0.errors = [{instancePath:instancePath+"/requestBody/logo_uri",schemaPath:"#/properties/requestBody/properties/logo_uri/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema0.properties.requestBody.properties.logo_uri,data:data11}];
return false;
}
else {
if(!pattern2.test(data11)){
validate0.errors = [{instancePath:instancePath+"/requestBody/logo_uri",schemaPath:"#/properties/requestBody/properties/logo_uri/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://"},message:"must match pattern \""+"^[Hh][Tt][Tt][Pp][Ss]?://"+"\"",schema:"^[Hh][Tt][Tt][Pp][Ss]?://",parentSchema:schema0.properties.requestBody.properties.logo_uri,data:data11}];
return false;
}
else {
if(!(formats0(data11))){
validate0.errors = [{instancePath:instancePath+"/requestBody/logo_uri",schemaPath:"#/properties/requestBody/properties/logo_uri/format",keyword:"format",params:{format: "uri"},message:"must match format \""+"uri"+"\"",schema:"uri",parentSchema:schema0.properties.requestBody.properties.logo_uri,data:data11}];
return false;
}
}
}
}
}
}
var valid1 = _errs24 === errors;
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
