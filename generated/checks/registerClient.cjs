// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["client_name"],"properties":{"client_name":{"type":"string","minLength":1,"maxLength":200,"pattern":"^[^\\S\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f]*$"},"redirect_uris":{"type":"array","items":{"type":"string","minLength":1,"maxLength":2048,"format":"uri"},"maxItems":10},"grant_types":{"type":"array","items":{"type":"string","enum":["authorization_code","refresh_token","urn:ietf:params:oauth:grant-type:device_code"]},"minItems":1},"response_types":{"type":"array","items":{"type":"string","enum":["code"]}},"scope":{"type":"string","pattern":"^(?: *(?:full_access|emails:send)(?: +(?:full_access|emails:send))* *)?$"},"token_endpoint_auth_method":{"type":"string","enum":["none","client_secret_basic","client_secret_post","private_key_jwt"]},"jwks":{"type":"object","required":["keys"],"properties":{"keys":{"type":"array","items":{"type":"object","required":["kty"],"properties":{"kty":{"type":"string","enum":["EC","OKP","RSA"]},"kid":{"type":"string","maxLength":256},"alg":{"type":"string","enum":["ES256","EdDSA","PS256","RS256"]},"crv":{"type":"string","enum":["P-256","Ed25519"]},"x":{"type":"string"},"y":{"type":"string"},"n":{"type":"string"},"e":{"type":"string"}}},"minItems":1,"maxItems":10}}},"client_uri":{"maxLength":2048,"pattern":"^[Hh][Tt][Tt][Pp][Ss]?://","format":"uri","type":["string","null"]},"logo_uri":{"maxLength":2048,"pattern":"^[Hh][Tt][Tt][Pp][Ss]?://","format":"uri","type":["string","null"]},"dpop_bound_access_tokens":{"type":"boolean"},"require_pushed_authorization_requests":{"type":"boolean"}}}},"required":["requestBody"]};
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
if(!((((data9 === "none") || (data9 === "client_secret_basic")) || (data9 === "client_secret_post")) || (data9 === "private_key_jwt"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/token_endpoint_auth_method",schemaPath:"#/properties/requestBody/properties/token_endpoint_auth_method/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.token_endpoint_auth_method.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.token_endpoint_auth_method.enum,parentSchema:schema0.properties.requestBody.properties.token_endpoint_auth_method,data:data9}];
return false;
}
var valid1 = _errs20 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.jwks !== undefined){
let data10 = data0.jwks;
const _errs22 = errors;
if(errors === _errs22){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
let missing2;
if((data10.keys === undefined) && (missing2 = "keys")){
validate0.errors = [{instancePath:instancePath+"/requestBody/jwks",schemaPath:"#/properties/requestBody/properties/jwks/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema0.properties.requestBody.properties.jwks.required,parentSchema:schema0.properties.requestBody.properties.jwks,data:data10}];
return false;
}
else {
if(data10.keys !== undefined){
let data11 = data10.keys;
const _errs24 = errors;
if(errors === _errs24){
if(Array.isArray(data11)){
if(data11.length > 10){
validate0.errors = [{instancePath:instancePath+"/requestBody/jwks/keys",schemaPath:"#/properties/requestBody/properties/jwks/properties/keys/maxItems",keyword:"maxItems",params:{limit: 10},message:"must NOT have more than 10 items",schema:10,parentSchema:schema0.properties.requestBody.properties.jwks.properties.keys,data:data11}];
return false;
}
else {
if(data11.length < 1){
validate0.errors = [{instancePath:instancePath+"/requestBody/jwks/keys",schemaPath:"#/properties/requestBody/properties/jwks/properties/keys/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.properties.requestBody.properties.jwks.properties.keys,data:data11}];
return false;
}
else {
var valid6 = true;
const len3 = data11.length;
for(let i3=0; i3<len3; i3++){
let data12 = data11[i3];
const _errs26 = errors;
if(errors === _errs26){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing3;
if((data12.kty === undefined) && (missing3 = "kty")){
validate0.errors = [{instancePath:instancePath+"/requestBody/jwks/keys/" + i3,schemaPath:"#/properties/requestBody/properties/jwks/properties/keys/items/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'",schema:schema0.properties.requestBody.properties.jwks.properties.keys.items.required,parentSchema:schema0.properties.requestBody.properties.jwks.properties.keys.items,data:data12}];
return false;
}
else {
if(data12.kty !== undefined){
let data13 = data12.kty;
const _errs28 = errors;
if(typeof data13 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/jwks/keys/" + i3+"/kty",schemaPath:"#/properties/requestBody/properties/jwks/properties/keys/items/properties/kty/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.kty.type,parentSchema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.kty,data:data13}];
return false;
}
if(!(((data13 === "EC") || (data13 === "OKP")) || (data13 === "RSA"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/jwks/keys/" + i3+"/kty",schemaPath:"#/properties/requestBody/properties/jwks/properties/keys/items/properties/kty/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.kty.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.kty.enum,parentSchema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.kty,data:data13}];
return false;
}
var valid7 = _errs28 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data12.kid !== undefined){
let data14 = data12.kid;
const _errs30 = errors;
if(errors === _errs30){
if(typeof data14 === "string"){
if(func0(data14, 256)){
validate0.errors = [{instancePath:instancePath+"/requestBody/jwks/keys/" + i3+"/kid",schemaPath:"#/properties/requestBody/properties/jwks/properties/keys/items/properties/kid/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",schema:256,parentSchema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.kid,data:data14}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/jwks/keys/" + i3+"/kid",schemaPath:"#/properties/requestBody/properties/jwks/properties/keys/items/properties/kid/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.kid.type,parentSchema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.kid,data:data14}];
return false;
}
}
var valid7 = _errs30 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data12.alg !== undefined){
let data15 = data12.alg;
const _errs32 = errors;
if(typeof data15 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/jwks/keys/" + i3+"/alg",schemaPath:"#/properties/requestBody/properties/jwks/properties/keys/items/properties/alg/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.alg.type,parentSchema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.alg,data:data15}];
return false;
}
if(!((((data15 === "ES256") || (data15 === "EdDSA")) || (data15 === "PS256")) || (data15 === "RS256"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/jwks/keys/" + i3+"/alg",schemaPath:"#/properties/requestBody/properties/jwks/properties/keys/items/properties/alg/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.alg.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.alg.enum,parentSchema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.alg,data:data15}];
return false;
}
var valid7 = _errs32 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data12.crv !== undefined){
let data16 = data12.crv;
const _errs34 = errors;
if(typeof data16 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/jwks/keys/" + i3+"/crv",schemaPath:"#/properties/requestBody/properties/jwks/properties/keys/items/properties/crv/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.crv.type,parentSchema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.crv,data:data16}];
return false;
}
if(!((data16 === "P-256") || (data16 === "Ed25519"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/jwks/keys/" + i3+"/crv",schemaPath:"#/properties/requestBody/properties/jwks/properties/keys/items/properties/crv/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.crv.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.crv.enum,parentSchema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.crv,data:data16}];
return false;
}
var valid7 = _errs34 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data12.x !== undefined){
let data17 = data12.x;
const _errs36 = errors;
if(typeof data17 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/jwks/keys/" + i3+"/x",schemaPath:"#/properties/requestBody/properties/jwks/properties/keys/items/properties/x/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.x.type,parentSchema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.x,data:data17}];
return false;
}
var valid7 = _errs36 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data12.y !== undefined){
let data18 = data12.y;
const _errs38 = errors;
if(typeof data18 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/jwks/keys/" + i3+"/y",schemaPath:"#/properties/requestBody/properties/jwks/properties/keys/items/properties/y/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.y.type,parentSchema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.y,data:data18}];
return false;
}
var valid7 = _errs38 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data12.n !== undefined){
let data19 = data12.n;
const _errs40 = errors;
if(typeof data19 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/jwks/keys/" + i3+"/n",schemaPath:"#/properties/requestBody/properties/jwks/properties/keys/items/properties/n/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.n.type,parentSchema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.n,data:data19}];
return false;
}
var valid7 = _errs40 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data12.e !== undefined){
let data20 = data12.e;
const _errs42 = errors;
if(typeof data20 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/jwks/keys/" + i3+"/e",schemaPath:"#/properties/requestBody/properties/jwks/properties/keys/items/properties/e/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.e.type,parentSchema:schema0.properties.requestBody.properties.jwks.properties.keys.items.properties.e,data:data20}];
return false;
}
var valid7 = _errs42 === errors;
}
else {
var valid7 = true;
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
validate0.errors = [{instancePath:instancePath+"/requestBody/jwks/keys/" + i3,schemaPath:"#/properties/requestBody/properties/jwks/properties/keys/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.jwks.properties.keys.items.type,parentSchema:schema0.properties.requestBody.properties.jwks.properties.keys.items,data:data12}];
return false;
}
}
var valid6 = _errs26 === errors;
if(!valid6){
break;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/jwks/keys",schemaPath:"#/properties/requestBody/properties/jwks/properties/keys/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.jwks.properties.keys.type,parentSchema:schema0.properties.requestBody.properties.jwks.properties.keys,data:data11}];
return false;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/jwks",schemaPath:"#/properties/requestBody/properties/jwks/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.jwks.type,parentSchema:schema0.properties.requestBody.properties.jwks,data:data10}];
return false;
}
}
var valid1 = _errs22 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.client_uri !== undefined){
let data21 = data0.client_uri;
const _errs44 = errors;
if((typeof data21 !== "string") && (data21 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_uri",schemaPath:"#/properties/requestBody/properties/client_uri/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.client_uri.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.client_uri.type,parentSchema:schema0.properties.requestBody.properties.client_uri,data:data21}];
return false;
}
if(errors === _errs44){
if(errors === _errs44){
if(typeof data21 === "string"){
if(func0(data21, 2048)){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_uri",schemaPath:"#/properties/requestBody/properties/client_uri/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema0.properties.requestBody.properties.client_uri,data:data21}];
return false;
}
else {
if(!pattern2.test(data21)){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_uri",schemaPath:"#/properties/requestBody/properties/client_uri/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://"},message:"must match pattern \""+"^[Hh][Tt][Tt][Pp][Ss]?://"+"\"",schema:"^[Hh][Tt][Tt][Pp][Ss]?://",parentSchema:schema0.properties.requestBody.properties.client_uri,data:data21}];
return false;
}
else {
if(!(formats0(data21))){
validate0.errors = [{instancePath:instancePath+"/requestBody/client_uri",schemaPath:"#/properties/requestBody/properties/client_uri/format",keyword:"format",params:{format: "uri"},message:"must match format \""+"uri"+"\"",schema:"uri",parentSchema:schema0.properties.requestBody.properties.client_uri,data:data21}];
return false;
}
}
}
}
}
}
var valid1 = _errs44 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.logo_uri !== undefined){
let data22 = data0.logo_uri;
const _errs46 = errors;
if((typeof data22 !== "string") && (data22 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/logo_uri",schemaPath:"#/properties/requestBody/properties/logo_uri/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.logo_uri.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.logo_uri.type,parentSchema:schema0.properties.requestBody.properties.logo_uri,data:data22}];
return false;
}
if(errors === _errs46){
if(errors === _errs46){
if(typeof data22 === "string"){
if(func0(data22, 2048)){
validate0.errors = [{instancePath:instancePath+"/requestBody/logo_uri",schemaPath:"#/properties/requestBody/properties/logo_uri/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema0.properties.requestBody.properties.logo_uri,data:data22}];
return false;
}
else {
if(!pattern2.test(data22)){
validate0.errors = [{instancePath:instancePath+"/requestBody/logo_uri",schemaPath:"#/properties/requestBody/properties/logo_uri/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://"},message:"must match pattern \""+"^[Hh][Tt][Tt][Pp][Ss]?://"+"\"",schema:"^[Hh][Tt][Tt][Pp][Ss]?://",parentSchema:schema0.properties.requestBody.properties.logo_uri,data:data22}];
return false;
}
else {
if(!(formats0(data22))){
validate0.errors = [{instancePath:instancePath+"/requestBody/logo_uri",schemaPath:"#/properties/requestBody/properties/logo_uri/format",keyword:"format",params:{format: "uri"},message:"must match format \""+"uri"+"\"",schema:"uri",parentSchema:schema0.properties.requestBody.properties.logo_uri,data:data22}];
return false;
}
}
}
}
}
}
var valid1 = _errs46 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.dpop_bound_access_tokens !== undefined){
let data23 = data0.dpop_bound_access_tokens;
const _errs48 = errors;
if(typeof data23 !== "boolean"){
validate0.errors = [{instancePath:instancePath+"/requestBody/dpop_bound_access_tokens",schemaPath:"#/properties/requestBody/properties/dpop_bound_access_tokens/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.properties.requestBody.properties.dpop_bound_access_tokens.type,parentSchema:schema0.properties.requestBody.properties.dpop_bound_access_tokens,data:data23}];
return false;
}
var valid1 = _errs48 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.require_pushed_authorization_requests !== undefined){
let data24 = data0.require_pushed_authorization_requests;
const _errs50 = errors;
if(typeof data24 !== "boolean"){
validate0.errors = [{instancePath:instancePath+"/requestBody/require_pushed_authorization_requests",schemaPath:"#/properties/requestBody/properties/require_pushed_authorization_requests/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.properties.requestBody.properties.require_pushed_authorization_requests.type,parentSchema:schema0.properties.requestBody.properties.require_pushed_authorization_requests,data:data24}];
return false;
}
var valid1 = _errs50 === errors;
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
